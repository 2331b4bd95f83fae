import { describe, expect, it } from 'vitest';
import { srgbColourIn } from '../../../../../site/engine/ops/color/display-p3.ts';
import { pixelsOf } from '../../../../../site/engine/ops/planes.ts';
import { labelPixels } from '../../../../../site/engine/ops/trace/labels.ts';
import { paletteOf } from '../../../../../site/engine/ops/trace/palette.ts';
import { type TraceOptions, traceSvg } from '../../../../../site/engine/ops/trace/svg.ts';
import type { Pixels, Size } from '../../../../../site/engine/types.ts';
import { discAlpha } from '../../../../quality/scenes.ts';

const SIZE = { width: 90, height: 60 } as const;
const DISC = { x: 40, y: 30, radius: 20 } as const;

/** Overlapping discs of flat colours on a transparent background. */
function discs(size: Size, parts: readonly (readonly [typeof DISC, readonly number[]])[]): Pixels {
  const planes = [0, 1, 2].map(() => new Float32Array(size.width * size.height));
  const alpha = new Float32Array(size.width * size.height);
  for (const [disc, colour] of parts) {
    const cover = discAlpha(size, disc).data;
    for (let i = 0; i < alpha.length; i++) {
      const whole = cover[i]! + alpha[i]! * (1 - cover[i]!);
      for (const [channel, plane] of planes.entries())
        if (whole > 0) plane[i] = (colour[channel]! * cover[i]! + plane[i]! * alpha[i]! * (1 - cover[i]!)) / whole;
      alpha[i] = whole;
    }
  }
  return pixelsOf({ ...size, planes }, { ...size, data: alpha });
}

const RED = [0.8, 0.1, 0.1] as const;
const WHITE = [1, 1, 1] as const;
const inner = { x: 40, y: 30, radius: 9 } as unknown as typeof DISC;

function traced(picture: Pixels, options: Partial<TraceOptions> = {}): string {
  const work = traceSvg(picture, { colours: 8, detail: 0.7, colorSpace: 'srgb', ...options });
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const paths = (svg: string) => [...svg.matchAll(/<path fill="(#\w+)" fill-rule="evenodd" d="([^"]*)"/g)];
const numbers = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe('traceSvg', () => {
  it('follows a disc with sub-pixel accuracy and few curves', () => {
    const svg = traced(discs(SIZE, [[DISC, RED]]));
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="90" height="60" viewBox="0 0 90 60">/);
    const [only, ...more] = paths(svg);
    expect(more).toEqual([]);
    expect(only![1]).toBe('#cc1a1a');
    const segments = only![2]!.match(/[LQ][^LQZ]*/g)!;
    expect(segments.length).toBeLessThan(60);
    for (const segment of segments) {
      const [x, y] = numbers(segment).slice(-2) as [number, number];
      expect(Math.abs(Math.hypot(x - DISC.x, y - DISC.y) - DISC.radius)).toBeLessThan(0.7);
    }
  });

  it('stacks shapes without gaps below', () => {
    const svg = traced(
      discs(SIZE, [
        [DISC, RED],
        [inner, WHITE],
      ]),
    );
    expect(paths(svg).map(([, colour]) => colour)).toEqual(['#cc1a1a', '#ffffff']);
    const [hole] = paths(svg)[0]![2]!.split('M').slice(2).map(numbers);
    // The hole of the ring is smaller than the disc that covers it.
    for (let i = 0; hole && i + 1 < hole.length; i += 2)
      expect(Math.hypot(hole[i]! - 40, hole[i + 1]! - 30)).toBeLessThan(9);
  });

  it('writes colours of Display P3 as sRGB, the nearest where sRGB lacks them', () => {
    const colours = (...rgb: readonly number[]) => {
      const picture = discs(SIZE, [[DISC, rgb.map((value) => value / 255)]]);
      return paths(traced(picture, { colorSpace: 'display-p3' })).map(([, colour]) => colour);
    };
    // Red and a green of sRGB, white, and the green of Display P3.
    expect(colours(...srgbColourIn('display-p3', [255, 0, 0]))).toEqual(['#ff0000']);
    expect(colours(...srgbColourIn('display-p3', [110, 160, 120]))).toEqual(['#6ea078']);
    expect(colours(255, 255, 255)).toEqual(['#ffffff']);
    expect(colours(0, 255, 0)).toEqual(['#00ff00']);
  });

  it('simplifies with less detail, and returns an empty document without opaque pixels', () => {
    const picture = discs(SIZE, [
      [DISC, RED],
      [inner, WHITE],
    ]);
    expect(traced(picture, { detail: 0 }).length).toBeLessThan(traced(picture, { detail: 1 }).length);
    expect(paths(traced({ ...SIZE, data: new Uint8ClampedArray(SIZE.width * SIZE.height * 4) }))).toEqual([]);
  });
});

describe('paletteOf and labelPixels', () => {
  const picture = discs(SIZE, [
    [DISC, RED],
    [inner, WHITE],
  ]);
  it('return colours of areas, not of mixed edges', () => {
    const found = paletteOf(picture, 8).map(({ rgb }) => rgb.map((value) => Math.round(value * 10) / 10));
    expect(found).toEqual([RED.map((value) => value), [1, 1, 1]]);
    expect(paletteOf(picture, 1)).toHaveLength(1);
  });
  it('return colours of strokes that are too thin to have areas', () => {
    const lines = [0.1, 0.2, 0.7] as const;
    const stroke = [0.9, 0.8, 0.1] as const;
    const data = discs(SIZE, [[DISC, RED]]).data;
    const draw = (x: number, y: number, colour: readonly number[]) =>
      data.set([...colour.map((value) => 255 * value), 255], 4 * (y * SIZE.width + x));
    for (let y = 5; y < 55; y++) {
      // Two pixels wide beside the disc, one inside of it.
      draw(75, y, lines);
      draw(76, y, lines);
      if (Math.abs(y - DISC.y) < 12) draw(DISC.x, y, stroke);
    }
    const found = paletteOf({ ...SIZE, data }, 8).map(({ rgb }) => rgb.map((value) => Math.round(value * 10) / 10));
    expect(found).toEqual([[...RED], [...lines], [...stroke]]);
  });
  it('assign edges no third colour that resembles the mixture', () => {
    const pink = { x: 80, y: 50, radius: 7 } as unknown as typeof DISC;
    const three = discs(SIZE, [
      [DISC, RED],
      [inner, WHITE],
      [pink, [0.9, 0.55, 0.55]],
    ]);
    const palette = paletteOf(three, 8);
    const { data } = labelPixels(three, palette, 2);
    const third = palette.findIndex(({ rgb }) => Math.abs(rgb[1] - 0.55) < 0.05);
    expect(third).toBeGreaterThan(0);
    for (const [i, label] of data.entries()) if (label === third) expect(i % SIZE.width).toBeGreaterThan(65);
  });
});
