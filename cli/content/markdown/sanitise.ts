import type { Element, Properties, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { find, html as htmlAttributes } from 'property-information';
import { VFile } from 'vfile';
import { type Position, type Run, report } from './body.ts';
import { calloutMark } from './callouts.ts';
import { directiveMark } from './directives.ts';

/** Prefix of ids that authors write in HTML, so that they cannot take the names of the page's own globals. */
export const idPrefix = 'user-content-';

/** Attribute with the number of an element while the tree is sanitised, which identifies the removed ones. */
const mark = 'dataSitegenNode';

const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms', 'xmpp'];
const webSchemes = ['http', 'https'];
const protocols: Readonly<Record<string, string[]>> = {
  cite: webSchemes,
  href: linkSchemes,
  longDesc: webSchemes,
  poster: webSchemes,
  src: webSchemes,
  srcSet: webSchemes,
};

/** Elements that are removed with everything in them: their text is not meant to be read. */
const removedWhole = ['script', 'style', 'template', 'title', 'iframe', 'noembed', 'noframes', 'svg', 'math'];

/** Attributes that every element may have. */
const common = [
  ...['abbr', 'align', 'alt', 'axis', 'border', 'cellPadding', 'cellSpacing', 'char', 'charOff', 'clear', 'colSpan'],
  ...['compact', 'dateTime', 'dir', 'frame', 'hSpace', 'headers', 'height', 'hrefLang', 'id', 'itemProp', 'label'],
  ...['lang', 'name', 'noShade', 'noWrap', 'open', 'rowSpan', 'rules', 'scope', 'size', 'span', 'start', 'summary'],
  ...['tabIndex', 'title', 'vAlign', 'value', 'width'],
];

/**
 * The only authority on what a text may hold: what GitHub allows, and figures, pictures, video and sound with
 * controls, and a few elements for text. No scripts, styles, frames or forms; no URL schemes but those above; classes
 * only where Markdown itself sets them.
 */
const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: idPrefix,
  // Attributes that refer to ids are not allowed below, so these two are all that can clash.
  clobber: ['id', 'name'],
  protocols,
  strip: removedWhole,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    ...['abbr', 'audio', 'cite', 'dfn', 'figcaption', 'figure', 'mark', 'small', 'time', 'u', 'video', 'wbr'],
  ],
  attributes: {
    '*': [...common, mark],
    a: ['href', 'dataFootnoteRef'],
    audio: ['src', 'preload', 'loop', ['controls', true]],
    blockquote: ['cite', calloutMark],
    code: [['className', /^language-./]],
    del: ['cite'],
    div: [directiveMark],
    details: ['open'],
    img: ['src', 'longDesc'],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    ins: ['cite'],
    li: [['className', 'task-list-item']],
    ol: [['className', 'contains-task-list'], 'reversed'],
    q: ['cite'],
    source: ['src', 'srcSet', 'type', 'media', 'sizes'],
    span: [directiveMark],
    ul: [['className', 'contains-task-list']],
    video: ['src', 'poster', 'preload', 'loop', 'muted', 'playsInline', ['controls', true]],
  },
  required: { ...defaultSchema.required, audio: { controls: true }, video: { controls: true } },
};

/**
 * Returns the tree with everything removed that an author may not write, and reports what was removed. HTML in
 * raw nodes is parsed first and merged with the Markdown around it.
 */
export function sanitise(tree: Root, run: Run): Root {
  const whole = run.html ? (raw(tree, { file: new VFile(run.source) }) as Root) : tree;
  markElements(whole, { count: 0 });
  const safe = sanitize(whole, schema) as Root;
  const kept: (Element | undefined)[] = [];
  collectKept(safe, kept);
  reportRemoved(whole, { kept, run, at: { line: 1, column: 1 } });
  return safe;
}

/** Numbers all elements and brings their URLs into the form in which browsers read them. */
function markElements(parent: Root | Element, numbers: { count: number }): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { properties } = child;
    for (const name of Object.keys(protocols)) {
      if (properties[name] !== undefined) normaliseUrl(properties, name);
    }
    properties[mark] = numbers.count++;
    markElements(child, numbers);
  }
}

/** A `srcset` becomes a list, so that each of its candidates is checked. */
function normaliseUrl(properties: Record<string, Properties[string]>, name: string): void {
  const value = properties[name];
  if (name === 'srcSet') {
    const candidates = Array.isArray(value) ? value : String(value).split(',');
    properties[name] = candidates.map((candidate) => normalUrl(String(candidate))).filter((one) => one !== '');
  } else if (typeof value === 'string') properties[name] = normalUrl(value);
}

/** As the URL standard begins: no control characters or spaces around, no tabs or line breaks, a scheme in lower case. */
function normalUrl(url: string): string {
  return (
    url
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
      .replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]+/g, '')
      .replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase())
  );
}

function collectKept(parent: Root | Element, kept: (Element | undefined)[]): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    kept[child.properties[mark] as number] = child;
    delete child.properties[mark];
    collectKept(child, kept);
  }
}

type Comparison = {
  /** By number; undefined for an element that was removed. */
  readonly kept: readonly (Element | undefined)[];
  readonly run: Run;
  /** Start of the nearest element around that has a position. */
  readonly at: Position;
};

function reportRemoved(parent: Root | Element, comparison: Comparison): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const at = child.position?.start ?? comparison.at;
    const here = comparison.kept[child.properties[mark] as number];
    if (here) reportAttributes(child, here, { ...comparison, at });
    else reportElement(child, { ...comparison, at });
    if (here || !removedWhole.includes(child.tagName)) reportRemoved(child, { ...comparison, at });
  }
}

function reportElement({ tagName }: Element, { run, at }: Comparison): void {
  const what = removedWhole.includes(tagName) ? 'with everything in it' : 'and only its content is kept';
  report(run, at, {
    code: 'CONTENT_HTML_REMOVED',
    severity: 'warning',
    message: `The element <${tagName}> is not allowed here: it is removed ${what}.`,
    hint: 'Remove it from the text, and put what it does into the template.',
  });
}

function reportAttributes(before: Element, after: Element, { run, at }: Comparison): void {
  for (const [name, value] of Object.entries(before.properties)) {
    if (name === mark || value === null || value === undefined || value === false) continue;
    const left = after.properties[name];
    if (isKept(name, value, left)) continue;
    if (mayHave(before.tagName, name)) {
      run.refused.add(after);
      report(run, at, unsafeUrl(refusedPart(value, left)));
    } else report(run, at, removedAttribute(before.tagName, name));
  }
}

function isKept(name: string, before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(after) && after.length === before.length;
  return after === before || (after !== undefined && (schema.clobber ?? []).includes(name));
}

/** True where the attribute was refused for its URL and not for its name. */
const mayHave = (tagName: string, name: string): boolean =>
  name in protocols && (schema.attributes?.[tagName] ?? []).includes(name);

function refusedPart(value: unknown, left: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return String(value.find((one) => !(Array.isArray(left) && left.includes(one))));
}

function removedAttribute(tagName: string, name: string) {
  const { attribute } = find(htmlAttributes, name);
  return {
    code: 'CONTENT_HTML_REMOVED',
    severity: 'warning' as const,
    message: `The attribute "${attribute}" of <${tagName}> is not allowed and is removed.`,
    hint: 'Remove it from the text, and put styles and behaviour into the template.',
  };
}

function unsafeUrl(url: string) {
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url;
  return {
    code: 'CONTENT_UNSAFE_URL',
    message: `The scheme of the URL "${shown}" is not allowed.`,
    hint: 'Use a path or an https: URL; links may also use mailto: and tel:.',
  };
}
