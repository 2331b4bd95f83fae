import type { Element, Properties } from 'hast';
import type { ImageRef } from '../../contract.ts';
import { type Position, type Run, report } from './body.ts';
import { withVariants } from './picture.ts';
import { idPrefix } from './sanitise.ts';

/** True for a URL with a scheme, or with `//` before its host. The sanitiser decides which schemes are allowed. */
const isAbsolute = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/.test(url);

/** Resolves the `href` of an `a` element, records it, and adds `rel` to links to other sites. */
export function setLink(element: Element, run: Run, at: Position): void {
  const url = element.properties.href;
  if (typeof url !== 'string') return;
  const href = resolveLink(url, run, at);
  if (href === null) {
    delete element.properties.href;
    return;
  }
  element.properties.href = href;
  if (/^(?:https?:)?\/\//i.test(href)) element.properties.rel = ['noopener', 'noreferrer'];
  if (href.startsWith('#')) run.fragments.set(run.links.length, element);
  run.links.push(href);
  run.linkStarts.push(at);
}

/** Returns the `href` of a link, or null after reporting why it cannot be resolved. */
function resolveLink(url: string, run: Run, at: Position): string | null {
  if (url === '' || url.startsWith('#') || isAbsolute(url)) return url;
  const found = run.context.resolveLink(url);
  if ('href' in found) return found.href;
  report(run, at, found.problem);
  return null;
}

/**
 * Sets the URL, size and loading of an image, and returns it with its other sizes and formats. Its size reserves its
 * space in the layout. Images load when they come near the viewport, except the first one of a text.
 */
export function setImage(
  element: Element,
  run: Run,
  { at, inPicture }: { readonly at: Position; readonly inPicture: boolean },
): Element {
  const { properties } = element;
  const lacksWords = isWithoutWords(element, run);
  properties.alt = properties.alt ?? '';
  if (run.refused.has(element)) return element;
  if (lacksWords) report(run, at, withoutWords);
  const image = resolveMedia(properties.src, run, at);
  if (!image) {
    delete properties.src;
    return element;
  }
  properties.src = image.src;
  const width = /^\d+$/.test(String(properties.width)) ? `${properties.width}px` : undefined;
  if (image.width > 0 && properties.width === undefined && properties.height === undefined) {
    properties.width = image.width;
    properties.height = image.height;
  }
  if (run.images++ > 0) properties.loading = 'lazy';
  properties.decoding = 'async';
  return inPicture ? element : withVariants(element, image, width);
}

/** True for an image of Markdown without alternative text, and of HTML without the attribute: `alt=""` means decoration. */
function isWithoutWords({ properties, position }: Element, { source }: Run): boolean {
  if (typeof properties.alt === 'string' && properties.alt.trim() !== '') return false;
  const start = position?.start.offset;
  return properties.alt === undefined || (start !== undefined && source[start] === '!');
}

const withoutWords = {
  code: 'CONTENT_IMAGE_WITHOUT_ALT',
  severity: 'warning',
  message: 'The image has no alternative text, so that screen readers cannot say what it shows.',
  hint: 'Write what it shows: `![two prints side by side](…)`; for mere decoration write `<img src="…" alt="">`.',
} as const;

/** Resolves `src`, `poster` and `srcset` of `video`, `audio` and `source`. */
export function setMedia(element: Element, run: Run, at: Position): void {
  for (const name of ['src', 'poster']) {
    if (element.properties[name] === undefined) continue;
    setOrDelete(element.properties, name, resolveMedia(element.properties[name], run, at)?.src);
  }
  const { srcSet } = element.properties;
  if (srcSet === undefined) return;
  const candidates = Array.isArray(srcSet) ? srcSet : String(srcSet).split(',');
  const resolved = candidates.map((candidate) => {
    const [url = '', ...descriptors] = String(candidate).trim().split(/\s+/);
    const media = resolveMedia(url, run, at);
    return media ? [media.src, ...descriptors].join(' ') : null;
  });
  setOrDelete(element.properties, 'srcSet', resolved.filter((candidate) => candidate !== null).join(', '));
}

/** Returns URL and size of an image or other media file, or null after reporting why it cannot be resolved. */
function resolveMedia(url: unknown, run: Run, at: Position): ImageRef | null {
  if (typeof url !== 'string' || url === '') {
    report(run, at, {
      code: 'CONTENT_IMAGE_EMPTY',
      message: 'The image has no URL.',
      hint: 'Name a file beside the text: `![what it shows](./name.jpg)`.',
    });
    return null;
  }
  const found = isAbsolute(url) ? { src: url, width: 0, height: 0 } : run.context.resolveImage(url);
  if ('problem' in found) {
    report(run, at, found.problem);
    return null;
  }
  return found;
}

/** Corrects links to ids that the author wrote as `name` and that the sanitiser has prefixed. */
export function settleFragments(run: Run): void {
  for (const [index, element] of run.fragments) {
    const name = decode((run.links[index] ?? '').slice(1));
    if (run.ids.has(name) || !run.ids.has(idPrefix + name)) continue;
    const href = `#${idPrefix}${name}`;
    element.properties.href = href;
    run.links[index] = href;
  }
}

function setOrDelete(properties: Properties, name: string, value: string | undefined): void {
  if (value) properties[name] = value;
  else delete properties[name];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
