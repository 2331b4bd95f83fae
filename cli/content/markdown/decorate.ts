import { slug } from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import { type Position, type RenderRun, report } from './body.ts';
import { setCallout } from './callouts.ts';
import { decorateCode } from './code.ts';
import { captionAttribute, setComponent } from './directives.ts';
import { create } from './elements.ts';
import { reservedId, setReference } from './footnotes.ts';
import { captionedImage, toFigure } from './picture.ts';
import { setImage, setLink, setMedia, setPicture } from './urls.ts';

type Context = {
  /** Position of the nearest ancestor with one: autolinks may have none. */
  readonly position: Position;
  /** Inside a link or a summary, which must not contain another link. */
  readonly inLink: boolean;
};

/**
 * Turns plain HTML into that of a page: resolved URLs, headings with anchors, sized images, highlighted code, tables that
 * scroll. Markdown and the author's HTML are treated in the same way.
 */
export function decorate(tree: Root, run: RenderRun): void {
  decorateChildren(tree, run, { position: { line: 1, column: 1 }, inLink: false });
}

function decorateChildren(parent: Root | Element, run: RenderRun, context: Context): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    const position = child.position?.start ?? context.position;
    const inLink = context.inLink || child.tagName === 'a' || child.tagName === 'summary';
    parent.children[index] = decorateElement(child, run, { position: position, inLink });
  }
}

function decorateElement(element: Element, run: RenderRun, context: Context): Element {
  keepIdUnique(element, run);
  const captioned = captionedImage(element);
  if (captioned) toFigure(element, captioned);
  switch (element.tagName) {
    case 'blockquote':
      setCallout(element, run);
      break;
    case 'div':
    case 'span':
      setComponent(element, run);
      break;
    case 'pre':
      return decorateBlock(element, run, context);
    case 'img':
      return setImage(element, run, { ...context, inPicture: false });
    case 'picture':
      return setPicture(element, run, context.position);
    case 'video':
    case 'audio':
    case 'source':
      setMedia(element, run, context.position);
      break;
    case 'a':
      if (setReference(element, run)) return element;
      setLink(element, run, context.position);
      break;
    case 'input':
      element.properties.ariaLabel = element.properties.checked ? run.labels.taskDone : run.labels.taskOpen;
      return element;
    case 'td':
    case 'th':
      alignByClass(element);
      break;
  }
  decorateChildren(element, run, context);
  if (element.tagName === 'table') return decorateTable(element, run);
  return /^h[1-6]$/.test(element.tagName) ? decorateHeading(element, run, context) : element;
}

/** Decorates a code block and what the author put into it. */
function decorateBlock(pre: Element, run: RenderRun, context: Context): Element {
  const block = decorateCode(pre, run);
  decorateChildren(pre, run, context);
  return block;
}

/** Removes the id of an element if an earlier one has it. At this point all ids were written by the author. */
function keepIdUnique({ properties }: Element, run: RenderRun): void {
  const { id } = properties;
  if (typeof id !== 'string') return;
  if (run.ids.has(id)) delete properties.id;
  else run.ids.add(id);
}

/** Adds a link beside the heading, not inside, so that it is not part of the heading's accessible name. */
function decorateHeading(element: Element, run: RenderRun, context: Context): Element {
  const depth = Number(element.tagName[1]);
  const explicitId = takeId(element, run, context);
  const text = textOf(element).replace(/\s+/g, ' ').trim();
  const id = explicitId ?? (typeof element.properties.id === 'string' ? element.properties.id : newId(text, run));
  element.properties.id = id;
  if (depth === 1) {
    report(run, context.position, {
      code: 'CONTENT_SECOND_TITLE',
      severity: 'warning',
      message: `“${text}” is a first-level heading, but the title of the entry is the only one.`,
      hint: 'Start the headings of the text with `##`.',
    });
  }
  if (depth === 2 || depth === 3) run.toc.push({ depth, id, text });
  if (context.inLink) return element;
  const hash = create('span', { ariaHidden: 'true' }, [{ type: 'text', value: '#' }]);
  const ariaLabel = run.labels.permalink.replace('{heading}', () => text);
  const anchor = create('a', { className: ['anchor'], href: `#${encodeURIComponent(id)}`, ariaLabel }, [hash]);
  return create('div', { className: ['heading'] }, [element, anchor]);
}

/** Removes the id that the text of a heading ends with, `{#install}`, and returns it. */
function takeId(heading: Element, run: RenderRun, { position }: Context): string | null {
  const last = heading.children.at(-1);
  const match = last?.type === 'text' ? /\s*\{#([A-Za-z][\w.-]*)\}\s*$/.exec(last.value) : null;
  if (last?.type !== 'text' || !match) return null;
  last.value = last.value.slice(0, match.index);
  const id = match[1] as string;
  if (reservedId.test(id) || run.ids.has(id)) {
    const message = `The id "${id}" is taken.`;
    report(run, position, { code: 'CONTENT_DUPLICATE_ID', message, hint: 'Give the heading another one.' });
  }
  run.ids.add(id);
  return id;
}

/** Returns an id from the heading's words as on GitHub, numbered if it is taken; `section` for a heading without words. */
function newId(text: string, run: RenderRun): string {
  const words = slug(text) || 'section';
  const base = reservedId.test(words) ? words.replace('_', '-') : words;
  let id = run.slugger.slug(base);
  while (run.ids.has(id)) id = run.slugger.slug(base);
  run.ids.add(id);
  return id;
}

/** Returns the text of a heading, without footnote numbers, with the alternative texts of images. */
function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.properties.role === 'doc-noteref') return '';
  if (node.tagName === 'img') return String(node.properties.alt ?? '');
  return node.children.map(textOf).join('');
}

function decorateTable(table: Element, run: RenderRun): Element {
  run.tables++;
  const caption = table.properties[captionAttribute];
  delete table.properties[captionAttribute];
  if (typeof caption === 'string') table.children.unshift(create('caption', {}, [{ type: 'text', value: caption }]));
  const ariaLabel = typeof caption === 'string' ? caption : run.labels.table.replace('{number}', String(run.tables));
  // Focus makes it scrollable by keyboard; a focusable element needs a role and a name, which a named section has.
  return create('section', { className: ['table-scroll'], ariaLabel, tabIndex: 0 }, [table]);
}

function alignByClass({ properties }: Element): void {
  const { align } = properties;
  if (align === undefined) return;
  delete properties.align;
  if (align === 'left' || align === 'center' || align === 'right') properties.className = [`align-${align}`];
}
