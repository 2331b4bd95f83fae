import type { Element, Properties, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { find, html as htmlAttributes } from 'property-information';
import { VFile } from 'vfile';
import { srcsetCandidates } from '../../lib/srcset.ts';
import { type Position, type RenderRun, report } from './body.ts';
import { calloutAttribute } from './callouts.ts';
import { captionAttribute, directiveAttribute } from './directives.ts';

/** Prefix of ids in authors' HTML, so that they cannot shadow global variables of the page. */
export const idPrefix = 'user-content-';

/** Attribute with the number of an element while the tree is sanitised, which identifies the removed ones. */
const nodeNumber = 'dataSitegenNode';

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

/** Elements that are removed with their content, which is not text for readers. */
const removedElements = ['script', 'style', 'template', 'title', 'iframe', 'noembed', 'noframes', 'svg', 'math'];

/** Attributes that every element may have. */
const commonAttributes = [
  ...['abbr', 'align', 'alt', 'axis', 'border', 'cellPadding', 'cellSpacing', 'char', 'charOff', 'clear', 'colSpan'],
  ...['compact', 'dateTime', 'dir', 'frame', 'hSpace', 'headers', 'height', 'hrefLang', 'id', 'itemProp', 'label'],
  ...['lang', 'name', 'noShade', 'noWrap', 'open', 'rowSpan', 'rules', 'scope', 'size', 'span', 'start', 'summary'],
  ...['tabIndex', 'title', 'vAlign', 'value', 'width'],
];

/**
 * The elements and attributes that a text may contain: those that GitHub allows, figures, pictures, video and audio with
 * controls, and a few elements for text. No scripts, styles, frames or forms; only the URL schemes above; only classes
 * that Markdown sets itself.
 */
const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: idPrefix,
  // Attributes that refer to ids are not allowed below, so these two are all that can clash.
  clobber: ['id', 'name'],
  protocols,
  strip: removedElements,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    ...['abbr', 'audio', 'cite', 'dfn', 'figcaption', 'figure', 'mark', 'small', 'time', 'u', 'video', 'wbr'],
  ],
  attributes: {
    '*': [...commonAttributes, nodeNumber],
    a: ['href', 'dataFootnoteRef'],
    audio: ['src', 'preload', 'loop', ['controls', true]],
    blockquote: ['cite', calloutAttribute],
    // remark-math marks formulas by the last two.
    code: [['className', /^language-./, 'math-inline', 'math-display']],
    del: ['cite'],
    div: [directiveAttribute],
    details: ['open'],
    img: ['src', 'longDesc'],
    input: [['disabled', true], ['type', 'checkbox'], 'checked'],
    ins: ['cite'],
    li: [['className', 'task-list-item']],
    ol: [['className', 'contains-task-list'], 'reversed'],
    q: ['cite'],
    source: ['src', 'srcSet', 'type', 'media', 'sizes'],
    span: [directiveAttribute],
    table: [captionAttribute],
    ul: [['className', 'contains-task-list']],
    video: ['src', 'poster', 'preload', 'loop', 'muted', 'playsInline', ['controls', true]],
  },
  required: { ...defaultSchema.required, audio: { controls: true }, video: { controls: true } },
};

/**
 * Returns the tree without elements, attributes and URLs that are not allowed, and reports the removed ones. HTML in raw
 * nodes is parsed first and merged with the Markdown around it.
 */
export function sanitise(tree: Root, run: RenderRun): Root {
  const parsed = run.html ? (raw(tree, { file: new VFile(run.source) }) as Root) : tree;
  markElements(parsed, { count: 0 });
  const safe = sanitize(parsed, schema) as Root;
  const keptElements: (Element | undefined)[] = [];
  collectKept(safe, keptElements);
  reportRemoved(parsed, { keptElements: keptElements, run, position: { line: 1, column: 1 } });
  return safe;
}

/** Numbers all elements and normalises their URLs as browsers do. */
function markElements(parent: Root | Element, numbers: { count: number }): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { properties } = child;
    for (const name of Object.keys(protocols)) {
      if (properties[name] !== undefined) normaliseUrl(properties, name);
    }
    properties[nodeNumber] = numbers.count++;
    markElements(child, numbers);
  }
}

/** A `srcset` becomes a list, so that each of its candidates is checked. */
function normaliseUrl(properties: Record<string, Properties[string]>, name: string): void {
  const value = properties[name];
  if (name === 'srcSet') {
    const candidates = Array.isArray(value) ? value : srcsetCandidates(String(value));
    properties[name] = candidates.map((candidate) => normalUrl(String(candidate))).filter((url) => url !== '');
  } else if (typeof value === 'string') properties[name] = normalUrl(value);
}

/**
 * Returns a URL normalised as by the first steps of the URL standard: trimmed, without tabs and line breaks, with its
 * scheme in lower case.
 */
function normalUrl(url: string): string {
  return (
    url
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are to be removed
      .replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]+/g, '')
      .replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase())
  );
}

function collectKept(parent: Root | Element, keptElements: (Element | undefined)[]): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    keptElements[child.properties[nodeNumber] as number] = child;
    delete child.properties[nodeNumber];
    collectKept(child, keptElements);
  }
}

type Comparison = {
  /** The remaining elements by number; undefined for a removed one. */
  readonly keptElements: readonly (Element | undefined)[];
  readonly run: RenderRun;
  /** Position of the nearest ancestor with one. */
  readonly position: Position;
};

function reportRemoved(parent: Root | Element, comparison: Comparison): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const position = child.position?.start ?? comparison.position;
    const keptElement = comparison.keptElements[child.properties[nodeNumber] as number];
    if (keptElement) reportAttributes(child, keptElement, { ...comparison, position: position });
    else reportElement(child, { ...comparison, position: position });
    if (keptElement || !removedElements.includes(child.tagName))
      reportRemoved(child, { ...comparison, position: position });
  }
}

/** Elements of HTML that a text may not have. Other removed elements are meant as components. */
const pageElements = new Set(
  `address area article aside base body button canvas datalist dialog embed fieldset font footer form frame frameset head
  header hgroup html iframe input label legend link main map marquee math menu meta meter nav noembed noframes noscript object
  optgroup option output param progress script search section select slot style svg template textarea title track`.split(
    /\s+/,
  ),
);

function reportElement({ tagName }: Element, { run, position }: Comparison): void {
  const isComponent = !pageElements.has(tagName);
  const what = removedElements.includes(tagName) ? 'with everything in it' : 'and only its content is kept';
  report(run, position, {
    code: 'CONTENT_HTML_REMOVED',
    severity: 'warning',
    message: `The element <${tagName}> is not allowed here: it is removed ${what}.`,
    hint: isComponent
      ? `Write a component as a directive, \`::${tagName}\`, and add it to \`markdown.components\` of config/site.yaml.`
      : 'Remove it from the text, and put what it does into the template.',
  });
}

function reportAttributes(before: Element, after: Element, { run, position }: Comparison): void {
  for (const [name, value] of Object.entries(before.properties)) {
    if (name === nodeNumber || value === null || value === undefined || value === false) continue;
    const remaining = after.properties[name];
    if (isKept(name, value, remaining)) continue;
    if (isUrlAttribute(before.tagName, name)) {
      run.refused.add(after);
      report(run, position, unsafeUrlProblem(refusedUrl(value, remaining)));
    } else report(run, position, removedAttributeProblem(before.tagName, name));
  }
}

function isKept(name: string, before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(after) && after.length === before.length;
  return after === before || (after !== undefined && (schema.clobber ?? []).includes(name));
}

/** Returns whether an attribute was removed for its URL, not for its name. */
const isUrlAttribute = (tagName: string, name: string): boolean =>
  name in protocols && (schema.attributes?.[tagName] ?? []).includes(name);

function refusedUrl(value: unknown, remaining: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return String(value.find((url) => !(Array.isArray(remaining) && remaining.includes(url))));
}

function removedAttributeProblem(tagName: string, name: string) {
  const { attribute } = find(htmlAttributes, name);
  return {
    code: 'CONTENT_HTML_REMOVED',
    severity: 'warning' as const,
    message: `The attribute "${attribute}" of <${tagName}> is not allowed and is removed.`,
    hint: 'Remove it from the text, and put styles and behaviour into the template.',
  };
}

function unsafeUrlProblem(url: string) {
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url;
  return {
    code: 'CONTENT_UNSAFE_URL',
    message: `The scheme of the URL "${shown}" is not allowed.`,
    hint: 'Use a path or an https: URL; links may also use mailto: and tel:.',
  };
}
