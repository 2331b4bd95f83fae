import { describe, expect, it } from 'vitest';
import { emptyYuv, partOfYuv, yuvPlanes } from '../../../../../../site/engine/ops/video/yuv.ts';

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
