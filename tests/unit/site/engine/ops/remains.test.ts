import { describe, expect, it } from 'vitest';
import { maskOps } from '../../../../../site/engine/ops/groups/mask.ts';
import { resizeSoftMask } from '../../../../../site/engine/ops/mask/change.ts';
import { addRemains } from '../../../../../site/engine/ops/mask/remains.ts';
import type { Mask, Pixels } from '../../../../../site/engine/types.ts';

const area = ({ data }: Mask) => data.filter((value) => value > 0).length;

describe('addRemains', () => {
  const SCENE = { width: 120, height: 90 } as const;
  const isBody = (x: number, y: number) => Math.hypot(x - 70, y - 45) < 22;
  /** Threads that start at the body, two pixels wide and three apart. */
  const isThread = (x: number, y: number) => x > 38 && x < 50 && y > 36 && y < 54 && y % 5 < 2;
  const isFar = (x: number, y: number) => Math.hypot(x - 12, y - 78) < 6;
  /** A picture of the body; pixels of `also` are as red as it. */
  const scene = (
    background: readonly [number, number, number],
    also = (x: number, y: number) => isThread(x, y) || isFar(x, y),
  ): Pixels => {
    const data = new Uint8ClampedArray(4 * SCENE.width * SCENE.height);
    for (let i = 0; i < data.length / 4; i++) {
      const [x, y] = [i % SCENE.width, Math.floor(i / SCENE.width)];
      const red = isBody(x, y) || also(x, y);
      const shade = (7 * x + 3 * y) % 12;
      data.set([...(red ? [220, 90, 110] : background).map((value) => value + shade), 255], 4 * i);
    }
    return { ...SCENE, data };
  };
  const body: Mask = {
    ...SCENE,
    data: Uint8Array.from({ length: SCENE.width * SCENE.height }, (_, i) =>
      isBody(i % SCENE.width, Math.floor(i / SCENE.width)) ? 255 : 0,
    ),
  };
  const share = ({ data }: Mask, is: (x: number, y: number) => boolean) => {
    const all = [...data.keys()].filter((i) => is(i % SCENE.width, Math.floor(i / SCENE.width)));
    return all.filter((i) => data[i]! > 0).length / all.length;
  };

  it('adds adjacent parts with colours that only the object has', () => {
    const whole = addRemains(scene([60, 110, 120]), body);
    expect(share(whole, isThread)).toBeGreaterThan(0.9);
    expect(share(whole, isBody)).toBe(1);
  });
  it('ignores the background and distant parts of the same colour', () => {
    const whole = addRemains(scene([60, 110, 120]), body);
    expect(share(whole, isFar)).toBe(0);
    expect(share(whole, (x, y) => !isBody(x, y) && !isThread(x, y) && !isFar(x, y))).toBe(0);
  });
  it('ignores parts that continue beyond the reach, separate parts, specks and transparent pixels', () => {
    const isLong = (x: number, y: number) => x < 50 && y > 43 && y < 47;
    const isShort = (x: number, y: number) => isLong(x, y) && x > 40;
    expect(share(addRemains(scene([60, 110, 120], isShort), body), isShort)).toBe(1);
    // Half of it would be cut off.
    expect(addRemains(scene([60, 110, 120], isLong), body).data).toEqual(body.data);
    const isApart = (x: number, y: number) => Math.hypot(x - 70, y - 75) < 3;
    expect(addRemains(scene([60, 110, 120], isApart), body).data).toEqual(body.data);
    const isSpeck = (x: number, y: number) => x === 47 && y === 45;
    expect(addRemains(scene([60, 110, 120], isSpeck), body).data).toEqual(body.data);
    const clear = scene([60, 110, 120], isThread);
    for (let i = 0; i < body.data.length; i++)
      if (isThread(i % SCENE.width, Math.floor(i / SCENE.width))) clear.data[4 * i + 3] = 0;
    const mask = addRemains(clear, body);
    expect(share(mask, (x, y) => isThread(x, y) && !isBody(x, y))).toBe(0);
  });
  it('adds nothing if the colours are common nearby or the remains are too large', () => {
    const far = (x: number, y: number) => Math.hypot(x - 70, y - 45);
    const isRound = (x: number, y: number) => far(x, y) > 36 && (x + y) % 2 === 0;
    const common = scene([60, 110, 120], (x, y) => isThread(x, y) || isRound(x, y));
    expect(addRemains(common, body).data).toEqual(body.data);
    const isTwin = (x: number, y: number) => Math.hypot(x - 34, y - 45) < 16;
    expect(addRemains(scene([60, 110, 120], isTwin), body).data).toEqual(body.data);
  });
  it('adds nothing if the background shares the colours, or without a selection', () => {
    expect(addRemains(scene([220, 90, 110]), body).data).toEqual(body.data);
    const none = { ...SCENE, data: new Uint8Array(body.data.length) };
    expect(addRemains(scene([60, 110, 120]), none).data).toEqual(none.data);
  });
  it('works on a picture smaller than the mask', () => {
    const large = { width: 240, height: 180 };
    const mask = { ...large, data: resizeSoftMask(body, large).data.map((value) => (value > 127 ? 255 : 0)) };
    const whole = maskOps['mask.remains']({ picture: scene([60, 110, 120]), mask });
    expect([whole.width, whole.height]).toEqual([240, 180]);
    expect(area(whole)).toBeGreaterThan(area(mask) + 150);
  });
});
