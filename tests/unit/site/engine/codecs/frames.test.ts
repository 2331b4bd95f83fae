import type { VideoSample } from 'mediabunny';
import { describe, expect, it, vi } from 'vitest';
import { frameOf, yuvOf } from '../../../../../site/engine/codecs/frames.ts';
import { yuvPlanes } from '../../../../../site/engine/ops/video/yuv.ts';

/** A decoded frame of one colour that can only be read as RGBA, as some hardware decoders give them. */
const opaqueFrame = (colour: readonly number[], fullRange: boolean, matrix = 'bt709') =>
  ({
    format: null,
    visibleRect: { left: 0, top: 0, width: 4, height: 2 },
    colorSpace: { matrix, fullRange },
    allocationSize: () => 4 * 4 * 2,
    copyTo: async (bytes: Uint8Array) => bytes.set(Array.from({ length: 8 }, () => [...colour, 255]).flat()),
  }) as unknown as VideoSample;

const yuvFor = async (colour: readonly number[], fullRange: boolean) =>
  yuvPlanes(await yuvOf(opaqueFrame(colour, fullRange))).map(({ data }) => data[0]);

describe('a frame that is read as RGBA', () => {
  it('keeps the range of its source: 0 to 255, or 16 to 235', async () => {
    expect(await yuvFor([255, 255, 255], true)).toEqual([255, 128, 128]);
    expect(await yuvFor([0, 0, 0], true)).toEqual([0, 128, 128]);
    expect(await yuvFor([255, 255, 255], false)).toEqual([235, 128, 128]);
    expect(await yuvFor([0, 0, 0], false)).toEqual([16, 128, 128]);
  });

  it.each([
    ['bt709', [63, 102, 240]],
    ['smpte170m', [81, 90, 240]],
    ['bt470bg', [81, 90, 240]],
    ['bt2020-ncl', [74, 97, 240]],
  ])('has red by the matrix of its source, %s', async (matrix, red) => {
    const planes = yuvPlanes(await yuvOf(opaqueFrame([255, 0, 0], false, matrix)));
    expect(planes.map(({ data }) => data[0])).toEqual(red);
  });

  it('reaches the ends of chroma', async () => {
    expect((await yuvFor([0, 0, 255], true))[1]).toBe(255);
    expect((await yuvFor([0, 0, 255], false))[1]).toBe(240);
  });
});

it('creates frames of even sizes, as Firefox requires, with the odd size as their visible part', () => {
  const made: [Uint8Array, VideoFrameBufferInit][] = [];
  vi.stubGlobal(
    'VideoFrame',
    class {
      constructor(...args: [Uint8Array, VideoFrameBufferInit]) {
        made.push(args);
      }
    },
  );
  try {
    // Luma 3 × 3, then 2 × 2 of each chroma.
    const data = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 21, 22, 23]);
    const format = { colour: {}, display: { width: 3, height: 3 } };
    frameOf({ width: 3, height: 3, data }, { timestamp: 0, duration: 1 }, format);
  } finally {
    vi.unstubAllGlobals();
  }
  const [[bytes, init] = expect.fail('There is no frame.')] = made;
  expect(init).toMatchObject({ codedWidth: 4, codedHeight: 4, visibleRect: { x: 0, y: 0, width: 3, height: 3 } });
  expect([...bytes]).toEqual([1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 7, 8, 9, 9, 10, 11, 12, 13, 20, 21, 22, 23]);
});
