import type { Element, Properties } from 'hast';
import type { ImageRef } from '../../contract.ts';
import { pictureSources } from '../../lib/picture-sources.ts';
import { srcsetCandidates } from '../../lib/srcset.ts';
import { decodePart } from '../../lib/url.ts';
import { type Position, type RenderRun, report } from './body.ts';
import { create } from './elements.ts';
import { toVideo, withVariants } from './picture.ts';
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

/** Where an image is in a text. */
export type ImageContext = { readonly position: Position; readonly inLink: boolean; readonly inPicture: boolean };

/**
 * Sets the URL, size and loading of an image, and returns it with its other sizes and formats. Its size reserves its
 * space in the layout. Images load when they come near the viewport, except the first one of a text. An animation becomes its
 * video, if it has one and is not in a `picture` element.
 */
export function setImage(element: Element, run: RenderRun, { position, inLink, inPicture }: ImageContext): Element {
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
  setSize(properties, image);
  if (image.video && !inPicture) {
    run.images++;
    return toVideo(element, image, inLink);
  }
  if (run.images++ > 0) properties.loading = 'lazy';
  properties.decoding = 'async';
  return withVariants(element, image, width);
}

/**
 * Returns a `picture` element that the author wrote with the other sizes and formats of its pictures. A `source` with a
 * `type` or several candidates stays as it is written.
 */
export function setPicture(picture: Element, run: RenderRun, position: Position): Element {
  const elements = picture.children.filter((child): child is Element => child.type === 'element');
  const sources = elements.flatMap((child) => (child.tagName === 'source' ? sourcesOf(child, run, position) : []));
  const img = elements.find(({ tagName }) => tagName === 'img');
  const context = { position: img?.position?.start ?? position, inLink: false, inPicture: true };
  const shown = img ? [setImage(img, run, context)] : [];
  const inner = shown.flatMap(({ tagName, children }) => (tagName === 'span' ? children : []));
  const ownPicture = inner.find((child): child is Element => child.type === 'element' && child.tagName === 'picture');
  if (ownPicture) ownPicture.children.unshift(...sources);
  else picture.children = [...sources, ...shown];
  return ownPicture ? (shown[0] as Element) : picture;
}

/** Returns a `source` element of the author as one for each format of its picture, the preferred one first. */
function sourcesOf(source: Element, run: RenderRun, position: Position): readonly Element[] {
  const { srcSet, type, media, sizes } = source.properties;
  const [url, ...others] = (Array.isArray(srcSet) ? srcSet : srcsetCandidates(String(srcSet ?? ''))).map(String);
  if (url === undefined || others.length > 0 || type !== undefined || /\s/.test(url.trim())) {
    setMedia(source, run, position);
    return [source];
  }
  const image = resolveMedia(url.trim(), run, position);
  if (!image) return [];
  const size = image.width > 0 ? { width: image.width, height: image.height } : {};
  const formats = pictureSources(image, '', typeof sizes === 'string' ? sizes : undefined);
  return [...formats, { srcSet: image.src }].map((format) => create('source', { ...format, media, ...size }));
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

/** Resolves `src`, `poster` and `srcset` of `video`, `audio` and `source`, and sets the size of a video. */
export function setMedia(element: Element, run: RenderRun, position: Position): void {
  for (const name of ['src', 'poster']) {
    const url = element.properties[name];
    if (url === undefined) continue;
    const media = resolveMedia(url, run, position);
    setOrDelete(element.properties, name, media && name === 'src' ? withFragment(media.src, url) : media?.src);
    if (element.tagName === 'video' && media) setSize(element.properties, media);
  }
  const { srcSet } = element.properties;
  if (srcSet === undefined) return;
  const candidates = Array.isArray(srcSet) ? srcSet : srcsetCandidates(String(srcSet));
  const resolved = candidates.map((candidate) => {
    const [url = '', ...descriptors] = String(candidate).trim().split(/\s+/);
    const media = resolveMedia(url, run, position);
    return media ? [media.src, ...descriptors].join(' ') : null;
  });
  setOrDelete(element.properties, 'srcSet', resolved.filter((candidate) => candidate !== null).join(', '));
}

/** Returns the URL of a file with the fragment of the written one, such as `#t=5`, the time at which a video starts. */
function withFragment(src: string, written: unknown): string {
  const [fragment = ''] = src.includes('#') ? [] : (/#.*$/s.exec(String(written)) ?? []);
  return src + fragment;
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
    const name = decodePart((run.links[index] ?? '').slice(1));
    if (run.ids.has(name) || !run.ids.has(idPrefix + name)) continue;
    const href = `#${idPrefix}${name}`;
    element.properties.href = href;
    run.links[index] = href;
  }
}

/** Sets the size of a file, if it is known and the element has none. */
function setSize(properties: Properties, { width, height }: ImageRef): void {
  if (width === 0 || properties.width !== undefined || properties.height !== undefined) return;
  properties.width = width;
  properties.height = height;
}

function setOrDelete(properties: Properties, name: string, value: string | undefined): void {
  if (value) properties[name] = value;
  else delete properties[name];
}
