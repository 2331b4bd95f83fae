import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { threshold } from './components.ts';
import { RIM_FRACTION } from './extend.ts';

/**
 * A matte (0..1) whose opacity is partial only near its outline, at 0.5: where a network is unsure of a whole area, such as
 * dark clothes before a dark wall, half-transparent parts are never right. Towards the outline, values stay as they are.
 */
export function solidMatte(matte: Plane): Plane {
  const { width, height, data } = matte;
  const inside = { width, height, data: mapTo(Float32Array, threshold(matte, 0.5).data, (value) => value / 255) };
  const near = boxBlur(inside, Math.max(1, RIM_FRACTION * Math.max(width, height))).data;
  const solid = mapTo(Float32Array, data, (value, i) => value + (inside.data[i]! - value) * (2 * near[i]! - 1) ** 2);
  return { width, height, data: solid };
}
