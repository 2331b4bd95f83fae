import { escapeText, textOfHtml } from '../text/html.ts';
import type { Block, Marks } from './blocks.ts';
import { htmlToInline } from './inline.ts';

const numbered = (ordered: boolean, index: number): string => (ordered ? `${index + 1}. ` : '- ');

/** Text of a block without any tag. */
const plain = (block: Block): string => {
  switch (block.kind) {
    case 'list':
      return block.items.map((item, index) => numbered(block.ordered, index) + textOfHtml(item)).join('\n');
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

const asHtml = (block: Block, indent: boolean): string => {
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
      return `<${tag}>\n${items.join('\n')}\n</${tag}>`;
    }
    case 'code':
      return `<pre><code>${escapeText(block.text)}</code></pre>`;
    case 'rule':
      return '<hr>';
    case 'raw':
      return block.html;
  }
};

/** Breaks end in two spaces; the beginning of a line must not be read as a heading, list or quote. */
const lines = (html: string): string =>
  htmlToInline(html)
    .split('\n')
    .map((line) => line.replace(/^(?=#{1,6}\s|[-+]\s|>)/, '\\').replace(/^(\d+)(?=[.)]\s)/, '$1\\'))
    .join('  \n');

const asMarkdown = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
      return lines(block.html);
    case 'heading':
      return `${'#'.repeat(block.level)} ${htmlToInline(block.html).replace(/\n/g, ' ')}`;
    case 'quote':
      return lines(block.html).replace(/^/gm, '> ');
    case 'list':
      return block.items
        .map((item, index) => {
          const mark = numbered(block.ordered, index);
          return mark + lines(item).replace(/\n/g, `\n${' '.repeat(mark.length)}`);
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

/** As lines with `<br>` between them; two where a paragraph ends, if breaks stand inside paragraphs too. */
const asBreaks = (blocks: readonly Block[]): string => {
  const parts = blocks.map((block) =>
    'html' in block && block.kind !== 'raw' ? breaks(block.html) : breaks(escapeText(plain(block))),
  );
  return parts.join(parts.some((part) => part.includes('<br>')) ? '<br><br>\n' : '<br>\n');
};

export type WriteOptions = {
  /** HTML: the content of a tag on lines of its own. */
  readonly indent: boolean;
};

/** Writes the parts of a text with the marks that are wanted. */
export const writeBlocks = (blocks: readonly Block[], marks: Marks, { indent }: WriteOptions): string => {
  switch (marks) {
    case 'lines':
      return blocks.map((block) => plain(block).replace(/\n/g, block.kind === 'code' ? '\n' : ' ')).join('\n');
    case 'blankLines':
      return blocks.map(plain).join('\n\n');
    case 'pTags':
      return blocks.map((block) => asHtml(block, indent)).join('\n');
    case 'brTags':
      return asBreaks(blocks);
    case 'markdown':
      return blocks.map(asMarkdown).join('\n\n');
  }
};
