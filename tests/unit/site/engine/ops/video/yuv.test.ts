import { describe, expect, it } from 'vitest';
import { emptyYuv, partOfYuv, turnYuv, yuvPlanes } from '../../../../../../site/engine/ops/video/yuv.ts';

/** A frame of an odd size whose samples name their plane and position. */
function frame() {
  const yuv = emptyYuv({ width: 11, height: 9 });
  for (const [index, { data, width }] of yuvPlanes(yuv).entries())
    for (let at = 0; at < data.length; at++) data[at] = 80 * index + 8 * Math.floor(at / width) + (at % width);
  return yuv;
}

describe('a part of a frame', () => {
  it('has the samples of all three planes', () => {
    const part = partOfYuv(frame(), { x: 4, y: 2, width: 4, height: 2 });
    const [luma, cb, cr] = yuvPlanes(part);
    expect([part.width, part.height]).toEqual([4, 2]);
    expect([...luma.data]).toEqual([20, 21, 22, 23, 28, 29, 30, 31]);
    expect([...cb.data]).toEqual([90, 91]);
    expect([...cr.data]).toEqual([170, 171]);
  });

  it('reaches to the border of a frame with odd sides', () => {
    const [luma, cb] = yuvPlanes(partOfYuv(frame(), { x: 8, y: 8, width: 3, height: 1 }));
    expect([...luma.data]).toEqual([72, 73, 74]);
    expect([...cb.data]).toEqual([116, 117]);
  });

  it('is the frame itself without a box', () => {
    const whole = frame();
    expect(partOfYuv(whole, null)).toBe(whole);
  });
});

describe('a turned frame', () => {
  it('has the samples of all three planes, clockwise and then mirrored', () => {
    const [luma, cb] = yuvPlanes(turnYuv(frame(), { turns: 1, flip: false }));
    expect([luma.width, luma.height]).toEqual([9, 11]);
    expect([...luma.data.subarray(0, 9)]).toEqual([64, 56, 48, 40, 32, 24, 16, 8, 0]);
    expect([...cb.data.subarray(0, 5)]).toEqual([112, 104, 96, 88, 80]);
    const [mirrored] = yuvPlanes(turnYuv(frame(), { turns: 1, flip: true }));
    expect([...mirrored.data.subarray(0, 9)]).toEqual([0, 8, 16, 24, 32, 40, 48, 56, 64]);
  });

  it('is itself again after four quarters', () => {
    const whole = frame();
    let turned = whole;
    for (let i = 0; i < 4; i++) turned = turnYuv(turned, { turns: 1, flip: false });
    expect(turned).toEqual(whole);
    // A turned mirror image mirrors back.
    for (const turns of [2, 3] as const)
      expect(turnYuv(turnYuv(whole, { turns, flip: true }), { turns, flip: true })).toEqual(whole);
  });
});
