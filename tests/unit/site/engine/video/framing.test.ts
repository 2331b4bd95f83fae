import { describe, expect, it } from 'vitest';
import { UNCHANGED } from '../../../../../site/engine/ops/geometry/geometry.ts';
import { emptyYuv } from '../../../../../site/engine/ops/video/yuv.ts';
import type { Box, Geometry, Size } from '../../../../../site/engine/types.ts';
import { framingOf, MIN_SIDE_PX, writtenOf } from '../../../../../site/engine/video/framing.ts';
import type { VideoInfo, View } from '../../../../../site/engine/video/types.ts';

type Grid = Size & { readonly data: readonly number[] };
type Position = readonly [x: number, y: number];

const gridOf = (size: Size, at: (x: number, y: number) => number): Grid => ({
  width: size.width,
  height: size.height,
  data: Array.from({ length: size.width * size.height }, (_, i) => at(i % size.width, Math.floor(i / size.width))),
});
const valueAt = ({ width, data }: Grid, [x, y]: Position): number => data[y * width + x] as number;
const turned = (grid: Grid): Grid =>
  gridOf({ width: grid.height, height: grid.width }, (x, y) => valueAt(grid, [y, grid.height - 1 - x]));
const turnedBy = (grid: Grid, quarters: number): Grid => (quarters === 0 ? grid : turnedBy(turned(grid), quarters - 1));
const mirrored = (grid: Grid, really: boolean): Grid =>
  really ? gridOf(grid, (x, y) => valueAt(grid, [grid.width - 1 - x, y])) : grid;
const cut = (grid: Grid, box: Box): Grid => gridOf(box, (x, y) => valueAt(grid, [box.x + x, box.y + y]));
/** What a player shows of decoded pixels. */
const shown = (grid: Grid, { rotation, flip }: Pick<View, 'rotation' | 'flip'>): Grid =>
  mirrored(turnedBy(grid, rotation / 90), flip);

const viewOf = (coded: Size, rotation: View['rotation'], flip = false): View => ({
  coded,
  upright: rotation % 180 === 0 ? coded : { width: coded.height, height: coded.width },
  rotation,
  flip,
});
const geometryOf = (change: Partial<Geometry>): Geometry => ({ ...UNCHANGED, ...change });

const CODED = { width: 64, height: 48 };
const ROTATIONS = [0, 90, 180, 270] as const;
const VIEWS = ROTATIONS.flatMap((rotation) => [viewOf(CODED, rotation), viewOf(CODED, rotation, true)]);
const TURNS = [0, 1, 2, 3] as const;
const TURNED = TURNS.flatMap((turns) => [
  { turns, flipped: false },
  { turns, flipped: true },
]);

describe('the part of decoded frames that a geometry keeps', () => {
  it.each(VIEWS)('shows the same pixels as mirroring, turning and cropping what is seen: %o', (view) => {
    const decoded = gridOf(CODED, (x, y) => 1000 * y + x);
    for (const turn of TURNED) {
      const seen = turnedBy(mirrored(shown(decoded, view), turn.flipped), turn.turns);
      // Even in every direction.
      const box = { x: 6, y: 4, width: 24, height: 20 };
      const crop = {
        x: box.x / seen.width,
        y: box.y / seen.height,
        width: box.width / seen.width,
        height: box.height / seen.height,
      };
      const framing = framingOf(view, geometryOf({ ...turn, crop }));
      expect(shown(cut(decoded, framing.part as Box), framing.view)).toEqual(cut(seen, box));
      expect(framing.view.upright).toEqual({ width: 24, height: 20 });
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(framing.seen[side]).toBeCloseTo(crop[side]);
    }
  });

  it('is all of them without a crop, also of odd sizes', () => {
    const view = viewOf({ width: 45, height: 31 }, 90, true);
    for (const turn of TURNED) {
      const { part, view: written } = framingOf(view, geometryOf(turn));
      expect(part).toBeNull();
      expect(written.coded).toEqual(view.coded);
      expect(written.upright).toEqual(turn.turns % 2 === 0 ? view.upright : view.coded);
    }
    expect(framingOf(view, UNCHANGED).view).toEqual(view);
  });

  it('begins at even pixels, has even sides and stays inside frames of any size', () => {
    for (const coded of [CODED, { width: 63, height: 49 }, { width: 17, height: 33 }])
      for (const rotation of ROTATIONS)
        for (let step = 0; step < 40; step++) {
          const [x, y] = [(step * 0.173) % 1, (step * 0.319) % 1];
          const crop = { x, y, width: (1 - x) * ((step * 0.71) % 1), height: (1 - y) * ((step * 0.37) % 1) };
          const { part, view } = framingOf(
            viewOf(coded, rotation, step % 2 === 0),
            geometryOf({ turns: (step % 4) as Geometry['turns'], crop }),
          );
          const { width, height } = view.coded;
          const [left, top] = [part?.x ?? 0, part?.y ?? 0];
          expect([left % 2, top % 2]).toEqual([0, 0]);
          expect(width % 2 === 0 || width === coded.width).toBe(true);
          expect(height % 2 === 0 || height === coded.height).toBe(true);
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(coded.width);
          expect(top + height).toBeLessThanOrEqual(coded.height);
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(MIN_SIDE_PX);
        }
  });

  it('keeps the shape of pixels that are not square, and the bitrate of its pixels', () => {
    const view: View = { ...viewOf({ width: 720, height: 576 }, 90), upright: { width: 576, height: 1024 } };
    const info = { ...view.upright, bitrate: 8000, view } as VideoInfo;
    const format = { colour: {}, display: { width: 1024, height: 576 } };
    const crop = { x: 0, y: 0.5, width: 1, height: 0.5 };
    const written = (container: 'mp4' | 'webm', turns: Geometry['turns']) =>
      writtenOf({ info, view, format }, { geometry: geometryOf({ turns, crop }), container });
    const half = written('mp4', 1);
    expect(half.view).toMatchObject({ coded: { width: 720, height: 288 }, rotation: 180 });
    expect(half.format.display).toEqual({ width: 1024, height: 288 });
    expect(half.info).toMatchObject({ width: 1024, height: 288, bitrate: 4000 });
    // Turned by a quarter as pixels.
    const turned = written('webm', 0);
    expect(turned.view).toMatchObject({ coded: { width: 576, height: 360 }, rotation: 0 });
    expect(turned.format.display).toEqual({ width: 576, height: 512 });
    expect(turned.info).toMatchObject({ width: 576, height: 512 });
  });

  it('is turned as pixels where players may ignore what the container stores: in WebM, and mirrored in MP4', () => {
    const frame = emptyYuv(CODED);
    for (let at = 0; at < frame.data.length; at++) frame.data[at] = (at * 7919) % 251;
    const luma = gridOf(CODED, (x, y) => frame.data[y * CODED.width + x] as number);
    for (const view of VIEWS)
      for (const turn of TURNED)
        for (const container of ['mp4', 'webm'] as const) {
          const geometry = geometryOf({ ...turn, crop: { x: 0.5, y: 0, width: 0.5, height: 1 } });
          const info = { ...view.upright, bitrate: 1, view } as VideoInfo;
          const written = writtenOf({ info, view, format: { colour: {}, display: CODED } }, { geometry, container });
          const { width, height, data } = written.pixelsOf(frame);
          expect(written.view.coded).toEqual({ width, height });
          expect(written.view.flip).toBe(false);
          if (container === 'webm') expect(written.view.rotation).toBe(0);
          const seen = turnedBy(mirrored(shown(luma, view), turn.flipped), turn.turns);
          const half = { x: seen.width / 2, y: 0, width: seen.width / 2, height: seen.height };
          const pixels = { width, height, data: [...data.subarray(0, width * height)] };
          expect(shown(pixels, written.view)).toEqual(cut(seen, half));
        }
  });
});
