import type { Mask, Pixels, Plane, Planes } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { boxBlur } from '../filter/box.ts';
import { distanceTo } from '../filter/distance.ts';
import { boundsOf } from '../mask/change.ts';
import { partsOf } from '../matte/components.ts';
import { mapPlanes, rgbPlanes } from '../planes.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';
import { membrane } from './membrane.ts';
import { around } from './regions.ts';

/** Longer side at which a shadow is looked for. */
const WORK_SIDE = 384;

/** How far beside an object its shadow is looked for, as a share of the object's longer side. */
const MARGIN = 0.8;

/** What a shadow leaves of the light at most, by how much its colours may differ in that, and what is too dark to tell. */
const LIGHT = { most: 0.85, tint: 0.3, black: 0.2 } as const;

/** Part of the window's border that tells what the ground looks like in the light. */
const BORDER = 0.08;

/** Brightest colour, 0..1, of what is no ground at all, such as the bars above and below a film. */
const BAR = 0.06;

/** Pixels, at work size, over which grain is evened out. */
const CALM = 2;

/** Pixels, at work size, between an object and its shadow, and the least part of the object's area that is a shadow. */
const NEAR = 6;
const SMALLEST = 0.01;

/**
 * The shadow beside what the mask chooses: where the ground is darker than it is farther away, in all colours by about
 * the same factor (a shadow dims light but hardly tints it: Finlayson et al. 2006), touching the object, and about as
 * low as its foot. The ground in the light is taken from the border of a window around the object, as the smoothest surface
 * between. Mask of the picture's size; empty where there is none.
 */
export function shadowOf(picture: Pixels, mask: Mask): Mask {
  const out = new Uint8Array(mask.data.length);
  const hole = boundsOf(mask);
  const empty = { width: mask.width, height: mask.height, data: out };
  if (!hole) return empty;
  const box = around(hole, { margin: MARGIN * Math.max(hole.width, hole.height), least: 0 }, picture);
  const size = fitInside(box, WORK_SIDE);
  const crop = rgbPlanes(resizePixels(cropPixels(picture, box), { ...size, kernel: 'area', linear: false }));
  const part = cropMask(mask, box);
  const object = resizePlane({ ...part, data: Float32Array.from(part.data, (value) => value / 255) }, size, 'area');
  const found = touching(darkened(crop, object), object);
  const large = resizePlane({ ...size, data: Float32Array.from(found.data) }, box, 'linear');
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++)
      if (large.data[y * box.width + x]! > 127) out[(box.y + y) * mask.width + box.x + x] = 255;
  return empty;
}

/** Where the ground is darker than in the light, by the same factor in all colours. */
function darkened(crop: Planes, object: Plane): Mask {
  const { width, height } = crop;
  const border = Math.max(2, Math.round(BORDER * Math.max(width, height)));
  const calm = mapPlanes(crop, (plane) => boxBlur(plane, CALM));
  const bar = distanceTo(crop, (i) => crop.planes.every((plane) => plane[i]! < BAR)).data;
  const lit = Uint8Array.from(object.data, (cover, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return cover < 0.01 && bar[i]! > CALM + 1 && Math.min(x, y, width - 1 - x, height - 1 - y) < border ? 1 : 0;
  });
  const ground = mapPlanes(calm, (plane) => membrane(plane, lit));
  const data = Uint8Array.from(object.data, (cover, i) => {
    if (cover > 0.5) return 0;
    const [red, green, blue] = calm.planes.map((plane, c) => plane[i]! / Math.max(0.02, ground.planes[c]![i]!)) as [
      number,
      number,
      number,
    ];
    const mean = (red + green + blue) / 3;
    const tint = Math.max(red, green, blue) - Math.min(red, green, blue);
    return mean < LIGHT.black || (mean < LIGHT.most && tint < LIGHT.tint * mean) ? 255 : 0;
  });
  return { width, height, data };
}

/** How far down an object the middle of its shadow lies at least, as a share of the object's height. */
const FOOT = 0.8;

/** The parts that touch the object and whose middle is about as low as its foot. */
function touching(dark: Mask, object: Plane): Mask {
  const { width } = dark;
  const near = distanceTo(object, (i) => object.data[i]! > 0.5).data;
  const parts = partsOf(dark);
  const touches = parts.areas.map(() => false);
  const rows = parts.areas.map(() => 0);
  let [objectArea, top, bottom] = [0, dark.height, 0];
  for (let i = 0; i < parts.labels.length; i++) {
    const label = parts.labels[i]!;
    rows[label] = rows[label]! + Math.floor(i / width);
    if (near[i]! <= NEAR) touches[label] = true;
    if (near[i] !== 0) continue;
    objectArea++;
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  const fits = parts.areas.map((area, label) => {
    const low = rows[label]! / area >= top + FOOT * (bottom - top);
    return label > 0 && touches[label] && low && area > SMALLEST * objectArea && area < 2 * objectArea;
  });
  return { ...dark, data: Uint8Array.from(parts.labels, (label) => (fits[label] ? 255 : 0)) };
}
