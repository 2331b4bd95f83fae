import { slug } from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import { type Position, type Run, report } from './body.ts';
import { setCallout } from './callouts.ts';
import { setComponent } from './directives.ts';
import { reservedId, setReference } from './footnotes.ts';
import { captionedImage, toFigure } from './picture.ts';
import { setImage, setLink, setMedia } from './urls.ts';

type Context = {
  /** Position of the nearest ancestor that has one: literal links may have none. */
  readonly at: Position;
  /** Inside a link or a summary, which must not contain another link. */
  readonly inLink: boolean;
  /** Directly inside a `picture` of the author's own. */
  readonly inPicture: boolean;
};

/**
 * Makes plain HTML what a page needs: resolved addresses, headings with anchors, sized images, highlighted code,
 * tables that scroll. Markdown and what the author wrote as HTML are treated alike.
 */
export function decorate(tree: Root, run: Run): void {
  decorateChildren(tree, run, { at: { line: 1, column: 1 }, inLink: false, inPicture: false });
}

function decorateChildren(parent: Root | Element, run: Run, around: Context): void {
  for (const [index, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    const at = child.position?.start ?? around.at;
    const inLink = around.inLink || child.tagName === 'a' || child.tagName === 'summary';
    const inPicture = parent.type === 'element' && parent.tagName === 'picture';
    parent.children[index] = decorateElement(child, run, { at, inLink, inPicture });
  }
}

function decorateElement(element: Element, run: Run, around: Context): Element {
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
      decorateCode(element, run);
      break;
    case 'img':
      return setImage(element, run, around);
    case 'video':
    case 'audio':
    case 'source':
      setMedia(element, run, around.at);
      break;
    case 'a':
      if (setReference(element, run)) return element;
      setLink(element, run, around.at);
      break;
    case 'input':
      element.properties.ariaLabel = element.properties.checked ? run.labels.taskDone : run.labels.taskOpen;
      return element;
    case 'td':
    case 'th':
      alignByClass(element);
      break;
  }
  decorateChildren(element, run, around);
  if (element.tagName === 'table') return decorateTable(element, run);
  return /^h[1-6]$/.test(element.tagName) ? decorateHeading(element, run, around) : element;
}

/** Ids at this point are those that the author wrote. The first of equal ones keeps it. */
function keepIdUnique({ properties }: Element, run: Run): void {
  const { id } = properties;
  if (typeof id !== 'string') return;
  if (run.ids.has(id)) delete properties.id;
  else run.ids.add(id);
}

/** Adds a link beside the heading, not inside, so that it is not part of the heading's accessible name. */
function decorateHeading(element: Element, run: Run, around: Context): Element {
  const depth = Number(element.tagName[1]);
  const wanted = takeId(element, run, around);
  const text = textOf(element).replace(/\s+/g, ' ').trim();
  const id = wanted ?? (typeof element.properties.id === 'string' ? element.properties.id : newId(text, run));
  element.properties.id = id;
  if (depth === 1) {
    report(run, around.at, {
      code: 'CONTENT_SECOND_TITLE',
      severity: 'warning',
      message: `“${text}” is a first-level heading, but the title of the entry is the only one.`,
      hint: 'Start the headings of the text with `##`.',
    });
  }
  if (depth === 2 || depth === 3) run.toc.push({ depth, id, text });
  if (around.inLink) return element;
  const hash = create('span', { ariaHidden: 'true' }, [{ type: 'text', value: '#' }]);
  const ariaLabel = run.labels.permalink.replace('{heading}', () => text);
  const anchor = create('a', { className: ['anchor'], href: `#${encodeURIComponent(id)}`, ariaLabel }, [hash]);
  return create('div', { className: ['heading'] }, [element, anchor]);
}

/** Removes the id that the text of a heading ends with, `{#install}`, and returns it. */
function takeId(heading: Element, run: Run, { at }: Context): string | null {
  const last = heading.children.at(-1);
  const found = last?.type === 'text' ? /\s*\{#([A-Za-z][\w.-]*)\}\s*$/.exec(last.value) : null;
  if (last?.type !== 'text' || !found) return null;
  last.value = last.value.slice(0, found.index);
  const id = found[1] as string;
  if (reservedId.test(id) || run.ids.has(id)) {
    const message = `The id "${id}" is taken.`;
    report(run, at, { code: 'CONTENT_DUPLICATE_ID', message, hint: 'Give the heading another one.' });
  }
  run.ids.add(id);
  return id;
}

/** The heading's words as GitHub writes them in addresses, numbered where taken, or `section` for mere signs. */
function newId(text: string, run: Run): string {
  const words = slug(text) || 'section';
  const wanted = reservedId.test(words) ? words.replace('_', '-') : words;
  let id = run.slugger.slug(wanted);
  while (run.ids.has(id)) id = run.slugger.slug(wanted);
  run.ids.add(id);
  return id;
}

/** Text of a heading: without the numbers of footnotes, with the words for images. */
function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.properties.role === 'doc-noteref') return '';
  if (node.tagName === 'img') return String(node.properties.alt ?? '');
  return node.children.map(textOf).join('');
}

function decorateTable(table: Element, run: Run): Element {
  run.tables++;
  const ariaLabel = run.labels.table.replace('{number}', String(run.tables));
  // Focus lets the keyboard scroll it; what has focus needs a role and a name, and a named section has one.
  return create('section', { className: ['table-scroll'], ariaLabel, tabIndex: 0 }, [table]);
}

function alignByClass({ properties }: Element): void {
  const { align } = properties;
  if (align === undefined) return;
  delete properties.align;
  if (align === 'left' || align === 'center' || align === 'right') properties.className = [`align-${align}`];
}

/** Code that holds elements of the author's own keeps them and is not highlighted. */
function decorateCode(pre: Element, run: Run): void {
  const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code');
  pre.properties.tabIndex = 0;
  if (code?.type !== 'element') return;
  const language = languageOf(code);
  if (language === null) return;
  pre.properties.dataLanguage = language;
  if (code.children.some((child) => child.type === 'element')) return;
  const tokens = run.highlight(textOf(code), language);
  if (tokens) code.children = tokens;
}

function languageOf({ properties }: Element): string | null {
  const names = Array.isArray(properties.className) ? properties.className : [];
  const name = names.map(String).find((className) => className.startsWith('language-'));
  return name ? name.slice('language-'.length) : null;
}

function create(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}
