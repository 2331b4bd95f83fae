import { type BundledIsland, type BundleManifest, bundledIsland } from '../bundle/manifest.ts';
import type { TextComponent, TextComponents } from '../content/components.ts';
import type { UsedComponent } from '../content/markdown/body.ts';
import { componentElement } from '../content/markdown/directives.ts';
import type { Diagnostic, IslandTrigger } from '../contract.ts';
import { escapeHtml } from '../lib/escape.ts';
import { type IslandKey, islandElement, slotElement } from '../lib/islands.ts';
import { splitHoisted } from './document.ts';
import { type ReactFailure, renderHtml } from './react.ts';
import type { ComponentElement, Island } from './server-module.ts';

/** A component that is rendered separately: an island of a page, or a component of a text. */
export type Part = {
  readonly key: IslandKey;
  /** Name of the component, for messages. */
  readonly name: string;
  readonly props: Island['props'];
  readonly Component: Island['Component'];
  /** When the browser hydrates it; null: never. */
  readonly on: IslandTrigger | null;
  /** False: it receives what is between its tags as props, so that the HTML of that is only for feeds. */
  readonly takesChildren: boolean;
};

export type PartsInput = {
  /** HTML in which part n is between `start(n)` and `end`; parts may contain others with higher numbers. */
  readonly html: string;
  readonly parts: readonly Part[];
  readonly start: (index: number) => string;
  readonly end: string;
  /** Prefix of the ids of islands, unique among the calls for a page. */
  readonly prefix: string;
  readonly element: ComponentElement;
  readonly islands: Pick<BundleManifest, 'islands'>;
  readonly base: string;
};

/** The HTML with its parts, the code of the parts, and which of them the browser hydrates. */
export type FilledHtml = {
  readonly html: string;
  readonly code: readonly BundledIsland[];
  readonly islands: readonly IslandKey[];
  /** Modules that the browser runs at once. */
  readonly modules: readonly string[];
};

/** Returns the placeholder of a part, or of its children, while the HTML around it is incomplete. */
const token = (name: string): string => `\ufdd0${name}\ufdd1`;

/** Renders the parts of a page or text and inserts them into its HTML, inner parts first. */
export async function fillParts(
  input: PartsInput,
): Promise<FilledHtml | { readonly failures: readonly ReactFailure[] }> {
  const { parts, start, end, prefix, element, base } = input;
  const htmlByToken = new Map<string, string>();
  let { html } = input;
  for (const [index, part] of [...parts.entries()].reverse()) {
    const from = html.indexOf(start(index));
    // A component may omit its children.
    if (from < 0) continue;
    const to = html.indexOf(end, from);
    const inner = part.takesChildren ? html.slice(from + start(index).length, to) : '';
    const [children, partToken] = [token(`c${index}`), token(`p${index}`)];
    const id = `${prefix}${index}-`;
    const rendered =
      part.on === 'only'
        ? { html: inner === '' ? '' : `<${slotElement}>${children}</${slotElement}>` }
        : await renderHtml(
            () => element({ ...part, children: inner === '' ? null : children, isIsland: part.on !== null }),
            { identifierPrefix: id },
          );
    if ('failures' in rendered) return rendered;
    htmlByToken.set(children, inner);
    htmlByToken.set(
      partToken,
      part.on === null ? rendered.html : islandHtml({ part, id, children, inner, html: rendered.html }, input),
    );
    html = html.slice(0, from) + partToken + html.slice(to + end.length);
  }
  const islands = parts.filter(({ on }) => on !== null);
  const codeOf = (all: readonly Part[]) =>
    [...new Set(all.map(({ key }) => key))].map((key) => bundledIsland(input.islands, key, base));
  const eager = codeOf(islands.filter(({ on }) => on === 'load' || on === 'only'));
  return {
    html: parts.length === 0 ? html : expandTokens(html, htmlByToken),
    code: codeOf(parts),
    islands: [...new Set(islands.map(({ key }) => key))],
    modules: eager.flatMap(({ assets }) => [assets.chunk, ...assets.imports]),
  };
}

/** Returns HTML with the tokens in it replaced, recursively. */
function expandTokens(html: string, htmlByToken: ReadonlyMap<string, string>): string {
  return html.replace(/\ufdd0\w+\ufdd1/g, (name) => expandTokens(htmlByToken.get(name) ?? '', htmlByToken));
}

type IslandHtml = {
  readonly part: Part;
  readonly id: string;
  /** The token of its children, and their HTML. */
  readonly children: string;
  readonly inner: string;
  readonly html: string;
};

/** Returns the element of an island, with the attributes by which the browser hydrates it. */
function islandHtml({ part, id, children, inner, html }: IslandHtml, { islands, base }: PartsInput): string {
  const { assets } = bundledIsland(islands, part.key, base);
  const [, content] = splitHoisted(html);
  // An island that does not show its children at first, such as a closed panel, gets them in a template.
  const template = inner !== '' && !content.includes(children) ? `<template data-slot>${children}</template>` : '';
  const attributes = { src: assets.chunk, on: String(part.on), id, props: JSON.stringify(part.props) };
  const attributesHtml = Object.entries(attributes).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<${islandElement}${attributesHtml.join('')}>${content}${template}</${islandElement}>`;
}

/** Returns an error for each prop that cannot be written into a document as JSON. */
export function propProblems({ name, props }: Pick<Part, 'name' | 'props'>, path: string): readonly Diagnostic[] {
  return Object.entries(props).flatMap(([prop, value]) => {
    const kind = nonJsonKind(value);
    if (kind === null) return [];
    const message = `${path}: the prop \`${prop}\` of the island <${name}> is ${kind}, which a document cannot hold.`;
    const hint = 'Pass texts, numbers, booleans, lists and plain objects; create the rest inside the island.';
    return [{ code: 'ISLAND_PROPS', severity: 'error' as const, message, hint }];
  });
}

/** Returns the description of the first value that is not JSON; null if there is none. */
function nonJsonKind(value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `the number ${value}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  if ('$$typeof' in value) return 'an element';
  if (Array.isArray(value)) return value.map(nonJsonKind).find((kind) => kind !== null) ?? null;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `a ${value.constructor?.name ?? 'class instance'}`;
  return (
    Object.values(value)
      .map(nonJsonKind)
      .find((kind) => kind !== null) ?? null
  );
}

/** Start and end tags of the element of a component in a rendered text. */
export const componentTags = {
  start: (index: number): string => `<${componentElement} data-n="${index}">`,
  end: `</${componentElement}>`,
};

export const islandTags = {
  start: (index: number): string => `<${islandElement} data-island="${index}"><${slotElement}>`,
  end: `</${slotElement}></${islandElement}>`,
};

/** Returns a rendered text in which the children of components replace the components, as for feeds. */
export const withoutComponents = (html: string): string =>
  html.includes(`<${componentElement}`) ? html.replace(new RegExp(`</?${componentElement}[^>]*>`, 'g'), '') : html;

/** Returns the components of a text as parts. */
export function textParts(
  used: readonly UsedComponent[],
  components: TextComponents,
  code: Readonly<Record<IslandKey, Part['Component']>>,
): readonly Part[] {
  return used.map(({ name, props }) => {
    const { key, name: componentName, on, pictures } = components[name] as TextComponent;
    const Component = code[key] as Part['Component'];
    return { key, name: componentName, on, props, Component, takesChildren: pictures.length === 0 };
  });
}
