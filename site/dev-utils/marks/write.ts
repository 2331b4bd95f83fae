import { escapeText, textOfHtml } from '../text/html.ts';
import type { Block, ParagraphFormat } from './blocks.ts';
import { htmlToInline } from './inline.ts';

const itemMarker = (ordered: boolean, number: number): string => (ordered ? `${number}. ` : '- ');

/** Text of a block without markup. */
const plainText = (block: Block): string => {
  switch (block.kind) {
    case 'list':
      return block.items
        .map((item, index) => itemMarker(block.ordered, block.start + index) + textOfHtml(item))
        .join('\n');
    case 'code':
      return block.text;
    case 'rule':
      return '* * *';
    default:
      return textOfHtml(block.html).trim();
  }
};

const breaks = (html: string): string => html.replace(/\n/g, '<br>\n');

const element = (tag: string, html: string, indent: boolean): string =>
  indent ? `<${tag}>\n  ${breaks(html).replace(/\n/g, '\n  ')}\n</${tag}>` : `<${tag}>${breaks(html)}</${tag}>`;

const htmlOf = (block: Block, indent: boolean): string => {
  switch (block.kind) {
    case 'paragraph':
      return element('p', block.html, indent);
    case 'heading':
      return element(`h${block.level}`, block.html, false);
    case 'quote':
      return `<blockquote>\n${indent ? '  ' : ''}<p>${breaks(block.html)}</p>\n</blockquote>`;
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul';
      const items = block.items.map((item) => `${indent ? '  ' : ''}<li>${breaks(item)}</li>`);
      const start = block.ordered && block.start !== 1 ? ` start="${block.start}"` : '';
      return `<${tag}${start}>\n${items.join('\n')}\n</${tag}>`;
    }
    case 'code':
      return `<pre><code>${escapeText(block.text)}</code></pre>`;
    case 'rule':
      return '<hr>';
    case 'raw':
      return block.html;
  }
};

/** Markdown lines with hard breaks; escapes line starts that would begin a heading, list or quote. */
const markdownLines = (html: string): string =>
  htmlToInline(html)
    .split('\n')
    .map((line) => line.replace(/^(?=#{1,6}\s|[-+]\s|>)/, '\\').replace(/^(\d+)(?=[.)]\s)/, '$1\\'))
    .join('  \n');

const markdownOf = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
      return markdownLines(block.html);
    case 'heading':
      return `${'#'.repeat(block.level)} ${htmlToInline(block.html).replace(/\n/g, ' ')}`;
    case 'quote':
      return markdownLines(block.html).replace(/^/gm, '> ');
    case 'list':
      return block.items
        .map((item, index) => {
          const mark = itemMarker(block.ordered, block.start + index);
          return mark + markdownLines(item).replace(/\n/g, `\n${' '.repeat(mark.length)}`);
        })
        .join('\n');
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``;
    case 'rule':
      return '---';
    case 'raw':
      return block.html;
  }
};

/** Joins blocks by `<br>`, or by two if a block contains breaks itself. */
const breaksOf = (blocks: readonly Block[]): string => {
  const parts = blocks.map((block) =>
    'html' in block && block.kind !== 'raw' ? breaks(block.html) : breaks(escapeText(plainText(block))),
  );
  return parts.join(parts.some((part) => part.includes('<br>')) ? '<br><br>\n' : '<br>\n');
};

export type WriteOptions = {
  /** Put the content of HTML elements on lines of their own. */
  readonly indent: boolean;
};

/** Writes blocks in a paragraph format. */
export const writeBlocks = (blocks: readonly Block[], format: ParagraphFormat, { indent }: WriteOptions): string => {
  switch (format) {
    case 'lines':
      return blocks.map((block) => plainText(block).replace(/\n/g, block.kind === 'code' ? '\n' : ' ')).join('\n');
    case 'blankLines':
      return blocks.map(plainText).join('\n\n');
    case 'pTags':
      return blocks.map((block) => htmlOf(block, indent)).join('\n');
    case 'brTags':
      return breaksOf(blocks);
    case 'markdown':
      return blocks.map(markdownOf).join('\n\n');
  }
};
