import type { Element, Properties } from 'hast';
import type { ImageRef } from '../../contract.ts';
import { type Position, type RenderRun, report } from './body.ts';
import { withVariants } from './picture.ts';
import { idPrefix } from './sanitise.ts';

/** Returns whether a URL has a scheme or starts with `//`. The sanitiser checks which schemes are allowed. */
const isAbsolute = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/.test(url);

/** Resolves the `href` of an `a` element, records it, and adds `rel` to links to other sites. */
export function setLink(element: Element, run: RenderRun, position: Position): void {
  const url = element.properties.href;
  if (typeof url !== 'string') return;
  const href = resolveLink(url, run, position);
  if (href === null) {
    delete element.properties.href;
    return;
  }
  element.properties.href = href;
  if (/^(?:https?:)?\/\//i.test(href)) element.properties.rel = ['noopener', 'noreferrer'];
  if (href.startsWith('#')) run.fragments.set(run.links.length, element);
  run.links.push(href);
  run.linkStarts.push(position);
}

/** Returns the `href` of a link, or null after reporting why it cannot be resolved. */
function resolveLink(url: string, run: RenderRun, position: Position): string | null {
  if (url === '' || url.startsWith('#') || isAbsolute(url)) return url;
  const resolved = run.context.resolveLink(url);
  if ('href' in resolved) return resolved.href;
  report(run, position, resolved.problem);
  return null;
}

/**
 * Sets the URL, size and loading of an image, and returns it with its other sizes and formats. Its size reserves its
 * space in the layout. Images load when they come near the viewport, except the first one of a text.
 */
export function setImage(
  element: Element,
  run: RenderRun,
  { position, inPicture }: { readonly position: Position; readonly inPicture: boolean },
): Element {
  const { properties } = element;
  const isAltMissing = lacksAlt(element, run);
  properties.alt = properties.alt ?? '';
  if (run.refused.has(element)) return element;
  if (isAltMissing) report(run, position, missingAltProblem);
  const image = resolveMedia(properties.src, run, position);
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

/**
 * Returns whether an image lacks alternative text: a Markdown image without a text, or an HTML image without the attribute,
 * since `alt=""` means decoration.
 */
function lacksAlt({ properties, position }: Element, { source }: RenderRun): boolean {
  if (typeof properties.alt === 'string' && properties.alt.trim() !== '') return false;
  const start = position?.start.offset;
  return properties.alt === undefined || (start !== undefined && source[start] === '!');
}

const missingAltProblem = {
  code: 'CONTENT_IMAGE_WITHOUT_ALT',
  severity: 'warning',
  message: 'The image has no alternative text, so that screen readers cannot say what it shows.',
  hint: 'Write what it shows: `![two prints side by side](…)`; for mere decoration write `<img src="…" alt="">`.',
} as const;

/** Resolves `src`, `poster` and `srcset` of `video`, `audio` and `source`. */
export function setMedia(element: Element, run: RenderRun, position: Position): void {
  for (const name of ['src', 'poster']) {
    if (element.properties[name] === undefined) continue;
    setOrDelete(element.properties, name, resolveMedia(element.properties[name], run, position)?.src);
  }
  const { srcSet } = element.properties;
  if (srcSet === undefined) return;
  const candidates = Array.isArray(srcSet) ? srcSet : String(srcSet).split(',');
  const resolved = candidates.map((candidate) => {
    const [url = '', ...descriptors] = String(candidate).trim().split(/\s+/);
    const media = resolveMedia(url, run, position);
    return media ? [media.src, ...descriptors].join(' ') : null;
  });
  setOrDelete(element.properties, 'srcSet', resolved.filter((candidate) => candidate !== null).join(', '));
}

/** Returns URL and size of an image or other media file, or null after reporting why it cannot be resolved. */
function resolveMedia(url: unknown, run: RenderRun, position: Position): ImageRef | null {
  if (typeof url !== 'string' || url === '') {
    report(run, position, {
      code: 'CONTENT_IMAGE_EMPTY',
      message: 'The image has no URL.',
      hint: 'Name a file beside the text: `![what it shows](./name.jpg)`.',
    });
    return null;
  }
  const media = isAbsolute(url) ? { src: url, width: 0, height: 0 } : run.context.resolveImage(url);
  if ('problem' in media) {
    report(run, position, media.problem);
    return null;
  }
  return media;
}

/** Corrects links to ids that the author wrote as `name` and that the sanitiser has prefixed. */
export function settleFragments(run: RenderRun): void {
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
