import { Parser } from 'htmlparser2';
import { candidateUrl, srcsetCandidates } from '../lib/srcset.ts';

/** Properties of a page's document that the checks need. Plain data, cached by the hash of the document. */
export type PageFacts = {
  /** Value of `lang`; `''` without one. */
  readonly language: string;
  readonly title: string;
  readonly description: string;
  /** `hreflang` and absolute URL of each alternate. */
  readonly alternates: readonly (readonly [hreflang: string, href: string])[];
  readonly headings: readonly (readonly [level: number, text: string])[];
  readonly images: readonly ImageFacts[];
  /** Start tags of links, buttons and fields without an accessible name. */
  readonly unnamed: readonly string[];
  /** Start tags of elements with a `style` attribute, without duplicates. */
  readonly styled: readonly string[];
  /** Ids that several elements have. */
  readonly repeatedIds: readonly string[];
  /** Absolute URLs that links lead to. */
  readonly links: readonly string[];
};

export type ImageFacts = {
  readonly src: string;
  /** URLs of its `srcset` and of the `source` elements beside it. */
  readonly candidates: readonly string[];
  readonly hasAlt: boolean;
  /** Width and height are given, so that the layout does not shift. */
  readonly isSized: boolean;
};

type Attributes = { readonly [name: string]: string };

/** An element that needs an accessible name, with the text found in it so far. */
type Control = { readonly tag: string; readonly attributes: Attributes; text: string; readonly inLabel: boolean };

const fields = new Set(['input', 'select', 'textarea']);
const skippedTypes = new Set(['hidden', 'submit', 'reset', 'image']);

/** Parses a document and returns its facts. */
export function factsOf(html: string): PageFacts {
  const facts = {
    language: '',
    title: '',
    description: '',
    alternates: [] as [string, string][],
    headings: [] as [number, string][],
    images: [] as (ImageFacts & { candidates: string[] })[],
    links: [] as string[],
  };
  const styled = new Set<string>();
  const ids = new Map<string, number>();
  const labelled = new Set<string>();
  const controls: Control[] = [];
  const openControls: Control[] = [];
  const state = { heading: -1, inTitle: false, hidden: 0, label: 0, inBody: false };
  let sources: string[] | null = null;
  const stack: { readonly name: string; readonly isHidden: boolean }[] = [];

  const addImage = (attributes: Attributes): void => {
    const { src = '', srcset = '', width, height, alt } = attributes;
    const candidates = [...(sources ?? []), ...candidatesOf(srcset)];
    facts.images.push({
      src,
      candidates,
      hasAlt: alt !== undefined,
      isSized: width !== undefined && height !== undefined,
    });
    for (const control of openControls) control.text += alt ?? '';
  };
  const headHandlers: { readonly [name: string]: (attributes: Attributes) => void } = {
    html: ({ lang = '' }) => {
      facts.language = lang;
    },
    meta: ({ name, content = '' }) => {
      if (name === 'description') facts.description = content;
    },
    link: ({ rel, hreflang, href = '' }) => {
      if (rel === 'alternate' && hreflang) facts.alternates.push([hreflang, href]);
    },
  };
  const onOpenTag = (name: string, attributes: Attributes): void => {
    headHandlers[name]?.(attributes);
    if (name === 'body') state.inBody = true;
    if (name === 'title' && !state.inBody) state.inTitle = true;
    if (attributes.style !== undefined) styled.add(`<${name} style="${attributes.style}">`);
    const isHidden = attributes['aria-hidden'] === 'true' || 'hidden' in attributes || 'inert' in attributes;
    stack.push({ name, isHidden });
    if (isHidden) state.hidden++;
    if (attributes.id) ids.set(attributes.id, (ids.get(attributes.id) ?? 0) + 1);
    if (name === 'label') {
      state.label++;
      if (attributes.for) labelled.add(attributes.for);
    }
    if (name === 'picture') sources = [];
    if (name === 'source' && sources) sources.push(...candidatesOf(attributes.srcset ?? ''));
    if (name === 'img') addImage(attributes);
    if (state.hidden > 0) return;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) state.heading = facts.headings.push([Number(level), '']) - 1;
    if (name === 'a' && /^https?:/i.test(attributes.href ?? '')) facts.links.push(attributes.href as string);
    if (name === 'button' || name === 'summary' || (name === 'a' && attributes.href !== undefined)) {
      openControls.push({ tag: name, attributes, text: '', inLabel: false });
    } else if (fields.has(name) && !skippedTypes.has(attributes.type ?? '')) {
      controls.push({ tag: name, attributes, text: '', inLabel: state.label > 0 });
    }
    for (const control of openControls) control.text += attributes['aria-label'] ?? '';
  };
  const onCloseTag = (name: string): void => {
    if (stack.pop()?.isHidden) state.hidden--;
    if (name === 'title') state.inTitle = false;
    if (name === 'picture') sources = null;
    if (name === 'label') state.label--;
    if (/^h[1-6]$/.test(name)) state.heading = -1;
    if (openControls.at(-1)?.tag === name) controls.push(openControls.pop() as Control);
  };
  const parser = new Parser({
    onopentag: onOpenTag,
    ontext: (text) => {
      if (state.inTitle) facts.title += text;
      if (state.hidden > 0 || !state.inBody) return;
      for (const control of openControls) control.text += text;
      const heading = facts.headings[state.heading];
      if (heading) heading[1] += text;
    },
    onclosetag: onCloseTag,
  });
  parser.end(html);
  return {
    ...facts,
    headings: facts.headings.map(([level, text]) => [level, text.replace(/\s+/g, ' ').trim()]),
    styled: [...styled],
    unnamed: controls.filter((control) => !hasName(control, labelled)).map(startTag),
    repeatedIds: [...ids].filter(([, count]) => count > 1).map(([id]) => id),
    links: [...new Set(facts.links)],
  };
}

/** Returns whether an element has an accessible name. The targets of `aria-labelledby` are not checked. */
function hasName({ tag, attributes, text, inLabel }: Control, labelled: ReadonlySet<string>): boolean {
  if (attributes['aria-labelledby'] !== undefined) return true;
  if ([attributes['aria-label'], attributes.title, text].some((name) => name !== undefined && name.trim() !== ''))
    return true;
  return fields.has(tag) && (inLabel || labelled.has(attributes.id ?? ''));
}

/** Returns the start tag of an element, shortened for messages. */
function startTag({ tag, attributes }: Control): string {
  const shownAttributes = ['type', 'href', 'id', 'name', 'class'].flatMap((name) =>
    attributes[name] === undefined ? [] : [` ${name}="${attributes[name]}"`],
  );
  return `<${tag}${shownAttributes.slice(0, 2).join('')}>`;
}

/** Returns the URLs of a `srcset` attribute. */
const candidatesOf = (srcset: string): readonly string[] => srcsetCandidates(srcset).map(candidateUrl);
