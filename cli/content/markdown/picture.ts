import type { Element } from 'hast';
import type { ImageRef } from '../../contract.ts';
import { pictureSources, posterOf, videoSources } from '../../lib/picture-sources.ts';
import { create } from './elements.ts';

/**
 * Returns an `img` element with the other sizes and formats of its picture around it, and its placeholder behind it until it
 * has loaded: the same elements as the component `Picture` of the runtime. The placeholder is an SVG element, because content security policies forbid inline styles; without a style sheet it has no size.
 */
export function withVariants(img: Element, image: ImageRef, sizes: string | undefined): Element {
  if (!image.variants) return img;
  const sources = pictureSources(image, '', sizes).map((source) => create('source', { ...source }));
  const picture = create('picture', {}, [...sources, img]);
  const { color, blur } = image.variants;
  if (color === undefined && blur === undefined) return create('span', { className: ['picture'] }, [picture]);
  const size = { width: '100%', height: '100%' };
  const shape =
    blur === undefined
      ? create('rect', { ...size, fill: color ?? 'none' })
      : create('image', { ...size, href: blur, preserveAspectRatio: 'none' });
  const placeholder = create('svg', { width: 0, height: 0, ariaHidden: 'true' }, [shape]);
  return create('span', { className: ['picture'] }, [placeholder, picture]);
}

/**
 * Returns the video of an animated image in place of its `img` element: the same elements as the component `Picture` of the
 * runtime. In a link it has no controls, which a link may not contain.
 */
export function toVideo({ properties }: Element, image: ImageRef, inLink: boolean): Element {
  if (!image.video) throw new Error(`not an animation: ${image.src}`);
  const { alt, width, height, title, id } = properties;
  const sources = videoSources(image, '').map((source) => create('source', { ...source }));
  const attributes = {
    id,
    title,
    width,
    height,
    poster: posterOf(image.video, ''),
    autoPlay: true,
    muted: true,
    playsInline: true,
    loop: image.video.loops,
    controls: !inLink,
    ariaLabel: alt === '' ? undefined : alt,
  };
  return create('video', attributes, sources);
}

/** Returns the only child of a paragraph if it is an image with a title, which becomes its caption; else null. */
export function captionedImage({ tagName, children }: Element): Element | null {
  if (tagName !== 'p') return null;
  const [child, ...others] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  if (child?.type !== 'element' || child.tagName !== 'img' || others.length > 0) return null;
  return typeof child.properties.title === 'string' && child.properties.title !== '' ? child : null;
}

/** Turns the paragraph of a captioned image into a figure. Call it before the image is decorated. */
export function toFigure(paragraph: Element, img: Element): void {
  const caption = String(img.properties.title);
  delete img.properties.title;
  paragraph.tagName = 'figure';
  paragraph.children = [img, create('figcaption', {}, [{ type: 'text', value: caption }])];
}
