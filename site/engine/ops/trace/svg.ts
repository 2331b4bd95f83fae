import tracer from 'imagetracerjs';
import type { ColorSpace, Pixels, Size } from '../../types.ts';
import { srgbOf } from '../color/display-p3.ts';
import type { Rgb } from '../color/oklab.ts';
import { resizePixels } from '../resize/resize.ts';
import { dilateLabel, type Labels, labelPixels } from './labels.ts';
import { paletteOf } from './palette.ts';

export type TraceOptions = {
  /** Maximum number of colours. */
  readonly colours: number;
  /** 0: few, simple shapes; 1: as close to the pixels as possible. */
  readonly detail: number;
  /** The colours of the picture; those of the file are sRGB, as SVG defines. */
  readonly colorSpace: ColorSpace;
};

/** Bounds of the enlarged picture in which outlines are traced: a larger scale gives finer steps, but takes longer. */
const MAX_TRACED_PIXELS = 1_500_000;
const MAX_SCALE = 4;

/** Error tolerance and shortest outline in pixels of the picture, at detail 0 and 1. */
const MAX_ERROR_PX = [1.1, 0.25] as const;
const MIN_OUTLINE_PX = [16, 4] as const;

const interpolate = ([from, to]: readonly [number, number], fraction: number) => from + (to - from) * fraction;

/**
 * Traces a picture of few colours on a transparent background to an SVG file of the same size: one path per colour, traced
 * by imagetracerjs. Shapes extend slightly below those painted over them, so that no gap shows. Yields the fraction done.
 */
export function* traceSvg(picture: Pixels, { colours, detail, colorSpace }: TraceOptions): Generator<number, string> {
  const scale = scaleFor(picture);
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
  const palette = paletteOf(picture, colours);
  yield 0.1;
  const large = resizePixels(picture, { ...size, kernel: scale > 1 ? 'cubic' : 'area', linear: false });
  yield 0.2;
  const labels = labelPixels(large, palette, Math.max(1, Math.round(1.5 * scale)));
  yield 0.4;
  const paths: string[] = [];
  for (const [index, { rgb }] of palette.entries()) {
    const shape = outline(regionOf(labels, index, Math.max(1, Math.round(scale))), { scale, detail });
    if (shape) paths.push(`<path fill="${hex(srgbOf(colorSpace, rgb))}" fill-rule="evenodd" d="${shape}"/>`);
    yield 0.4 + (0.6 * (index + 1)) / palette.length;
  }
  const { width, height } = picture;
  const openingTag = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  return `${openingTag}\n${paths.join('\n')}\n</svg>\n`;
}

const scaleFor = ({ width, height }: Size): number =>
  Math.min(MAX_SCALE, Math.sqrt(MAX_TRACED_PIXELS / (width * height)));

/** The region of a colour, extended by `reachPx` below colours painted later, with a border of one pixel. */
function regionOf({ width, height, data }: Labels, label: number, reachPx: number): readonly Int8Array[] {
  const reached = dilateLabel({ width, height, data }, label, reachPx);
  const rows = [new Int8Array(width + 2)];
  for (let y = 0; y < height; y++) {
    const row = new Int8Array(width + 2);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (data[i] === label || (data[i]! > label && reached[i] === 1)) row[x + 1] = 1;
    }
    rows.push(row);
  }
  return [...rows, new Int8Array(width + 2)];
}

type Outline = { readonly scale: number; readonly detail: number };

/** The `d` of a path in pixels of the picture. */
function outline(array: readonly Int8Array[], { scale, detail }: Outline): string {
  const shortest = Math.round(interpolate(MIN_OUTLINE_PX, detail) * scale);
  const error = interpolate(MAX_ERROR_PX, detail) * Math.max(1, scale);
  const nodes = tracer.pathscan(tracer.layeringstep({ array }, 1), shortest);
  const paths = tracer.batchtracepaths(tracer.internodes(nodes, { rightangleenhance: true }), error, error);
  const at = (x: number, y: number) => `${rounded(x / scale)} ${rounded(y / scale)}`;
  return paths
    .map(({ segments }) => {
      const [first] = segments;
      if (!first) return '';
      const parts = segments.map(({ type, x2, y2, x3 = x2, y3 = y2 }) =>
        type === 'Q' ? `Q${at(x2, y2)} ${at(x3, y3)}` : `L${at(x2, y2)}`,
      );
      return `M${at(first.x1, first.y1)}${parts.join('')}Z`;
    })
    .join('');
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

const hex = (colour: Rgb): string =>
  `#${colour
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
