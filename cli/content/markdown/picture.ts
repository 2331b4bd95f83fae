import type { Element } from 'hast';
import type { ImageRef } from '../../contract.ts';
import { pictureSources } from '../../lib/picture-sources.ts';
import { create } from './elements.ts';

/**
 * Returns an `img` element with the other sizes and formats of its picture around it, and the picture's colour behind it
 * until it has loaded: the same elements as the component `Picture` of the runtime. The colour is that of an SVG
 * rectangle, because content security policies forbid inline styles; without a style sheet it has no size.
 */
export function withVariants(img: Element, image: ImageRef, sizes: string | undefined): Element {
  if (!image.variants) return img;
  const sources = pictureSources(image, '', sizes).map((source) => create('source', { ...source }));
  const picture = create('picture', {}, [...sources, img]);
  const { color } = image.variants;
  if (color === undefined) return create('span', { className: ['picture'] }, [picture]);
  const rectangle = create('rect', { width: '100%', height: '100%', fill: color });
  const placeholder = create('svg', { width: 0, height: 0, ariaHidden: 'true' }, [rectangle]);
  return create('span', { className: ['picture'] }, [placeholder, picture]);
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
