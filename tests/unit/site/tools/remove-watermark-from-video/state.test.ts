import { describe, expect, it } from 'vitest';
import { UNCHANGED } from '../../../../../site/engine/ops/geometry/geometry.ts';
import type { Mark, VideoInfo, VideoResult } from '../../../../../site/engine/video/types.ts';
import { paintedMark, takesStrokes } from '../../../../../site/tools/remove-watermark-from-video/brush.ts';
import { clock } from '../../../../../site/tools/remove-watermark-from-video/clock.ts';
import {
  boxAt,
  formatFor,
  hasKey,
  inPicture,
  placed,
  reduceVideo,
  START,
  withKey,
  withoutKey,
} from '../../../../../site/tools/remove-watermark-from-video/state.ts';

const INFO: VideoInfo = {
  width: 320,
  height: 180,
  name: 'a.mp4',
  bytes: 1,
  start: 0,
  duration: 10,
  fps: 25,
  variable: false,
  frames: 250,
  codec: 'H.264',
  bitrate: 1e6,
  audio: ['AAC'],
  audioFits: { mp4: true, webm: false },
  writable: ['avc', 'vp9', 'av1'],
  view: {
    coded: { width: 320, height: 180 },
    upright: { width: 320, height: 180 },
    rotation: 0,
    flip: false,
  },
  notes: [],
};
const MARK: Mark = { id: 'a', width: 20, height: 10, shape: null, moves: false, path: [{ time: 0, x: 5, y: 5 }] };

describe('the state of a video', () => {
  it('gets a suitable file type', () => {
    expect(formatFor(INFO)).toEqual({ container: 'mp4', codec: 'avc' });
    const web = { ...INFO, codec: 'VP9', audioFits: { mp4: true, webm: true } };
    expect(formatFor(web)).toEqual({ container: 'webm', codec: 'vp9' });
    expect(formatFor({ ...web, audioFits: { mp4: true, webm: false } })).toEqual({ container: 'mp4', codec: 'avc' });
    expect(formatFor({ ...INFO, writable: ['vp9'] })).toEqual({ container: 'webm', codec: 'vp9' });
  });

  it('keeps the position within the video', () => {
    const open = reduceVideo(START, { kind: 'opened', info: INFO, settings: formatFor(INFO) });
    expect(reduceVideo(open, { kind: 'seek', time: -3 }).time).toBe(0);
    expect(reduceVideo(open, { kind: 'seek', time: 30 }).time).toBeLessThan(10);
  });

  it('forgets a preview when marks or options change, but not the result', () => {
    const preview = { frames: [], estimateMs: 1, notes: [] };
    const seen = { ...reduceVideo(START, { kind: 'opened', info: INFO, settings: formatFor(INFO) }), preview };
    const added = reduceVideo(seen, { kind: 'add', marks: [MARK] });
    expect(added).toMatchObject({ preview: null, selected: 'a' });
    expect(reduceVideo(seen, { kind: 'set', settings: { method: 'ai' } }).preview).toBeNull();
    expect(reduceVideo(seen, { kind: 'set', settings: { geometry: { ...UNCHANGED, turns: 1 } } }).preview).toBeNull();
    expect(reduceVideo(added, { kind: 'remove', id: 'a' })).toMatchObject({ selected: null, settings: { marks: [] } });
  });

  it('has a result of the settings that its run began with, also where they changed during the run', () => {
    const result = { file: new Blob(), name: 'a.mp4' } as VideoResult;
    const opened = reduceVideo(START, { kind: 'opened', info: INFO, settings: formatFor(INFO) });
    const { settings } = opened;
    const working = reduceVideo(opened, { kind: 'begin', work: 'run' });
    expect(reduceVideo(working, { kind: 'finished', result, settings }).settings).toBe(settings);
    const changed = reduceVideo(working, { kind: 'set', settings: { from: 5 } });
    const finished = reduceVideo(changed, { kind: 'finished', result, settings });
    expect(finished).toMatchObject({ result, madeWith: { from: null }, settings: { from: 5 } });
    expect(finished.madeWith).toBe(settings);
  });

  it('reports no error if the visitor cancels', () => {
    const working = reduceVideo(START, { kind: 'begin', work: 'run' });
    expect(reduceVideo(working, { kind: 'failed', error: { code: 'job.cancelled' } })).toMatchObject({
      work: null,
      error: null,
    });
  });
});

describe('a watermark', () => {
  it('moves as a whole until it has keyframes', () => {
    expect(placed(MARK, { ...boxAt(MARK, 4), x: 50 }, 4).path).toEqual([{ time: 0, x: 50, y: 5 }]);
    const pinned = withKey(MARK, 0);
    expect(pinned.path).toEqual(MARK.path);
    const moved = placed(pinned, { ...boxAt(pinned, 4), x: 105 }, 4);
    expect(boxAt(moved, 2).x).toBe(55);
    expect(hasKey(moved, 4)).toBe(true);
    expect(withoutKey(moved, 4)).toEqual(pinned);
    expect(withoutKey(pinned, 0)).toEqual(MARK);
  });

  it('gets a new keyframe if it is moved between two keyframes', () => {
    const moving = placed(withKey(MARK, 0), { x: 45, y: 5, width: 20, height: 10 }, 4);
    expect(placed(moving, { x: 0, y: 0, width: 20, height: 10 }, 2).path.map(({ time }) => time)).toEqual([0, 2, 4]);
  });

  it('stays within the picture', () => {
    expect(inPicture({ x: -5, y: 175, width: 1, height: 20 }, INFO)).toEqual({ x: 0, y: 160, width: 4, height: 20 });
  });
});

describe('a brush stroke', () => {
  const line = (y: number) => ({ points: [20, y, 60, y], radius: 5 });
  it('creates or extends a painted watermark, but changes no box and no moving one', () => {
    const first = paintedMark({ line: line(30), onto: null, id: 'b' }, INFO) as Mark;
    expect(boxAt(first, 0)).toMatchObject({ x: 15, y: 25, width: 50, height: 10 });
    expect(first.shape?.data[0]).toBe(0);
    const both = paintedMark({ line: line(60), onto: first, id: 'c' }, INFO) as Mark;
    expect(both.id).toBe('b');
    expect(boxAt(both, 0)).toMatchObject({ x: 15, y: 25, width: 50, height: 40 });
    const inside = (y: number) => both.shape?.data[(y - 25) * 50 + 25];
    expect([inside(30), inside(45), inside(60)]).toEqual([255, 0, 255]);
    expect([takesStrokes(first), takesStrokes(MARK), takesStrokes(withKey(first, 0))]).toEqual([true, false, false]);
  });
  it('marks nothing outside of the frame', () => {
    expect(paintedMark({ line: { points: [-90, -90], radius: 5 }, onto: null, id: 'b' }, INFO)).toBeNull();
  });
});

it('moves to a time', () => {
  expect([clock(0), clock(5.24), clock(65), clock(3723.4)]).toEqual(['0:00.0', '0:05.2', '1:05.0', '1:02:03.4']);
});
