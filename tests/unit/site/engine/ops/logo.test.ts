import { describe, expect, it } from 'vitest';
import type { Rgb } from '../../../../../site/engine/ops/color/oklab.ts';
import { findBorderColours } from '../../../../../site/engine/ops/logo/background.ts';
import { project, unmix, withMinAlpha } from '../../../../../site/engine/ops/logo/mixture.ts';
import { recolour, removeBackground } from '../../../../../site/engine/ops/logo/unmix.ts';
import { alphaPlane, pixelsOf } from '../../../../../site/engine/ops/planes.ts';
import type { Pixels, Plane } from '../../../../../site/engine/types.ts';
import { jpeg } from '../../../../quality/degrade.ts';
import { meanAbsoluteError } from '../../../../quality/metrics.ts';
import { type Disc, discAlpha } from '../../../../quality/scenes.ts';

const SIZE = { width: 120, height: 90 } as const;
const WHITE: Rgb = [1, 1, 1];
const BLUE: Rgb = [0.1, 0.2, 0.7];
const RED: Rgb = [0.8, 0.1, 0.1];
const OPTIONS = { backgrounds: [WHITE], tolerance: 0.02, holes: true, specks: 0 } as const;

type Layer = { readonly disc: Disc; readonly colour: Rgb };

/** Discs over a background, anti-aliased. */
function logo(background: Rgb, layers: readonly Layer[]): Pixels {
  const planes = [0, 1, 2].map((channel) => new Float32Array(SIZE.width * SIZE.height).fill(background[channel]!));
  for (const { disc, colour } of layers) {
    const { data } = discAlpha(SIZE, disc);
    for (const [channel, plane] of planes.entries())
      for (let i = 0; i < plane.length; i++) plane[i] = plane[i]! + (colour[channel]! - plane[i]!) * data[i]!;
  }
  return pixelsOf({ ...SIZE, planes });
}

const DISC = { x: 60, y: 45, radius: 30 } as const;
const at = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];
const greatest = (a: Plane, b: Plane) => Math.max(...a.data.map((value, i) => Math.abs(value - b.data[i]!)));

describe('removeBackground', () => {
  it('recovers alpha and colour of an anti-aliased edge', () => {
    const cleared = removeBackground(logo(WHITE, [{ disc: DISC, colour: BLUE }]), OPTIONS);
    expect(greatest(alphaPlane(cleared), discAlpha(SIZE, DISC))).toBeLessThan(0.03);
    for (let i = 0; i < cleared.data.length; i += 4) {
      if (cleared.data[i + 3] === 0) continue;
      expect(Math.abs(cleared.data[i]! - 25.5)).toBeLessThan(2);
      expect(Math.abs(cleared.data[i + 2]! - 178.5)).toBeLessThan(2);
    }
  });
  it('un-mixes the edges of several colours and keeps borders between them opaque', () => {
    const layers = [
      { disc: { x: 45, y: 45, radius: 25 }, colour: BLUE },
      { disc: { x: 80, y: 45, radius: 25 }, colour: RED },
    ];
    const cleared = removeBackground(logo(WHITE, layers), OPTIONS);
    const [left, right] = layers.map(({ disc }) => discAlpha(SIZE, disc)) as [Plane, Plane];
    const truth = { ...left, data: left.data.map((value, i) => 1 - (1 - value) * (1 - right.data[i]!)) };
    expect(meanAbsoluteError(alphaPlane(cleared), truth)).toBeLessThan(0.002);
    // On the line where red meets blue, away from the background.
    for (let x = 50; x < 75; x++) expect(at(cleared, x, 45)[3]).toBe(255);
  });
  it('keeps or clears an enclosed area of nearly the background’s colour as a whole', () => {
    const CREAM: Rgb = [0.985, 0.955, 0.9];
    const inner = { x: 60, y: 45, radius: 14 };
    const picture = logo(WHITE, [
      { disc: DISC, colour: BLUE },
      { disc: inner, colour: CREAM },
    ]);
    // The right half of the area is nearer to the background than the tolerance, as compression leaves it.
    for (let y = 33; y < 57; y++)
      for (let x = 60; x < 72; x++)
        if (Math.hypot(x + 0.5 - 60, y + 0.5 - 45) < 12) picture.data.set([253, 248, 236], (y * SIZE.width + x) * 4);
    const opacities = (tolerance: number) => {
      const cleared = removeBackground(picture, { ...OPTIONS, tolerance });
      return new Set([52, 56, 60, 64, 68].map((x) => at(cleared, x, 45)[3]));
    };
    expect(opacities(0.03)).toEqual(new Set([255]));
    expect(opacities(0.12)).toEqual(new Set([0]));
  });
  it('removes or keeps holes as requested', () => {
    const ring = logo(WHITE, [
      { disc: DISC, colour: BLUE },
      { disc: { ...DISC, radius: 12 }, colour: WHITE },
    ]);
    expect(at(removeBackground(ring, OPTIONS), 60, 45)[3]).toBe(0);
    const filled = removeBackground(ring, { ...OPTIONS, holes: false });
    expect(at(filled, 60, 45)).toEqual([255, 255, 255, 255]);
    expect(at(filled, 48, 45)).toEqual(at(ring, 48, 45));
    expect(at(filled, 2, 2)[3]).toBe(0);
  });
  it('removes specks and closes pinholes', () => {
    const dirty = logo(WHITE, [
      { disc: DISC, colour: BLUE },
      { disc: { x: 10, y: 10, radius: 1.5 }, colour: BLUE },
      { disc: { x: 60, y: 45, radius: 1 }, colour: WHITE },
    ]);
    const cleared = removeBackground(dirty, { ...OPTIONS, specks: 30 });
    expect(at(cleared, 10, 10)[3]).toBe(0);
    expect(at(cleared, 60, 45)[3]).toBe(255);
    expect(at(removeBackground(dirty, OPTIONS), 10, 10)[3]).toBe(255);
  });
  it('handles JPEG noise with a larger tolerance', () => {
    const clean = logo(WHITE, [{ disc: DISC, colour: BLUE }]);
    const planes = [0, 1, 2].map((channel) =>
      Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => clean.data[4 * i + channel]! / 255),
    );
    const damaged = pixelsOf(jpeg({ ...SIZE, planes }, 80));
    const cleared = removeBackground(damaged, { ...OPTIONS, tolerance: 0.06, specks: 20 });
    expect(meanAbsoluteError(alphaPlane(cleared), discAlpha(SIZE, DISC))).toBeLessThan(0.012);
  });
  it('returns a picture without background unchanged', () => {
    const picture = logo(WHITE, []);
    expect(removeBackground(picture, { ...OPTIONS, backgrounds: [] })).toBe(picture);
  });
});

describe('findBorderColours', () => {
  it('finds one background in spite of noise and a logo that touches the border', () => {
    const picture = logo([0.9, 0.95, 0.9], [{ disc: { x: 0, y: 45, radius: 8 }, colour: RED }]);
    for (let i = 0; i < picture.data.length; i += 12) picture.data[i] = picture.data[i]! + 2;
    const found = findBorderColours(picture);
    expect(found).toHaveLength(1);
    found[0]!.colour.forEach((value, channel) => {
      expect(value).toBeCloseTo([0.9, 0.95, 0.9][channel]!, 1);
    });
  });
  it('finds two backgrounds, the more frequent one first', () => {
    const picture = logo(WHITE, []);
    for (let y = 0; y < 30; y++) for (let x = 0; x < 120; x++) picture.data.set([20, 20, 20, 255], (y * 120 + x) * 4);
    const found = findBorderColours(picture);
    expect(found.map(({ colour }) => Math.round(colour[0] * 255))).toEqual([255, 20]);
  });
  it('finds none at a transparent border', () => {
    const picture = logo(WHITE, []);
    picture.data.fill(0);
    expect(findBorderColours(picture)).toEqual([]);
  });
});

describe('unmix', () => {
  it('projects onto the line between two colours', () => {
    expect(project([0.5, 0.5, 0.5], [0, 0, 0], [1, 1, 1])).toEqual({ fraction: 0.5, error: 0 });
    expect(project([2, 2, 2], [0, 0, 0], [1, 1, 1]).fraction).toBe(1);
  });
  it('is opaque where nearby colours explain a pixel without background', () => {
    const halfway: Rgb = [(BLUE[0] + RED[0]) / 2, (BLUE[1] + RED[1]) / 2, (BLUE[2] + RED[2]) / 2];
    expect(unmix(halfway, WHITE, { local: [BLUE, RED], palette: [] }).alpha).toBe(1);
  });
  it('decomposes a grey shadow to transparent black', () => {
    const { alpha, colour } = withMinAlpha([0.7, 0.7, 0.7], WHITE);
    expect(alpha).toBeCloseTo(0.3, 6);
    colour.forEach((value) => {
      expect(value).toBeCloseTo(0, 6);
    });
  });
});

it('recolour keeps transparency', () => {
  const cleared = removeBackground(logo(WHITE, [{ disc: DISC, colour: BLUE }]), OPTIONS);
  const white = recolour(cleared, WHITE);
  expect(at(white, 60, 45)).toEqual([255, 255, 255, 255]);
  expect(alphaPlane(white)).toEqual(alphaPlane(cleared));
});
