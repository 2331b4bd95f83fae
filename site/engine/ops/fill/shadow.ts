import type { Mask, Pixels, Plane, Planes } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { boxBlur } from '../filter/box.ts';
import { distanceTo } from '../filter/distance.ts';
import { mapTo } from '../map-to.ts';
import { boundsOf } from '../mask/change.ts';
import { labelComponents } from '../matte/components.ts';
import { mapPlanes, rgbPlanes } from '../planes.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';
import { membrane } from './membrane.ts';
import { expandBox } from './regions.ts';

/** Longer side at which shadows are detected. */
const WORK_SIDE_PX = 384;

/** Width of the searched surroundings, as a fraction of the object's longer side. */
const MARGIN_FRACTION = 0.8;

/** A shadow's brightness relative to the lit background: its maximum, the spread between channels, and what is too dark to judge. */
const SHADE = { maxLight: 0.85, maxTint: 0.3, maxBlack: 0.2 } as const;

/** Width of the window's border from which the lit background is measured, as a fraction of its longer side. */
const BORDER_FRACTION = 0.08;

/** Brightest level (0..1) of letterbox bars, which are not background. */
const MAX_BAR_LEVEL = 0.06;

/** Radius that smooths grain, in pixels at work size. */
const SMOOTHING_RADIUS_PX = 2;

/** Minimum fraction of the pixels where shadow and object meet that lie below the object: a shadow begins at its foot. */
const MIN_BELOW_FRACTION = 0.5;

/** Largest gap between object and shadow (pixels at work size), and smallest shadow as a fraction of the object's area. */
const MAX_GAP_PX = 6;
const MIN_AREA_FRACTION = 0.01;

/**
 * Finds the cast shadow of the masked object: background that is darker than its surroundings by about the same factor in
 * all channels (a shadow dims light but hardly tints it: Finlayson et al. 2006), touches the object from below and lies near
 * its foot. What is next to the object, such as a dark car next to a person, does not touch it from below.
 * The lit background is interpolated from the border of a window around the object. Returns a mask of the picture's size,
 * empty if there is no shadow.
 */
export function findShadow(picture: Pixels, mask: Mask): Mask {
  const out = new Uint8Array(mask.data.length);
  const hole = boundsOf(mask);
  const empty = { width: mask.width, height: mask.height, data: out };
  if (!hole) return empty;
  const box = expandBox(hole, { margin: MARGIN_FRACTION * Math.max(hole.width, hole.height), minSide: 0 }, picture);
  const size = fitInside(box, WORK_SIDE_PX);
  const crop = rgbPlanes(resizePixels(cropPixels(picture, box), { ...size, kernel: 'area', linear: false }));
  const part = cropMask(mask, box);
  const object = resizePlane({ ...part, data: mapTo(Float32Array, part.data, (value) => value / 255) }, size, 'area');
  const shadow = keepAttached(findDarkened(crop, object), object);
  const enlarged = resizePlane({ ...size, data: Float32Array.from(shadow.data) }, box, 'linear');
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++)
      if (enlarged.data[y * box.width + x]! > 127) out[(box.y + y) * mask.width + box.x + x] = 255;
  return empty;
}

/** Pixels that are darker than the lit background by the same factor in all channels. */
function findDarkened(crop: Planes, object: Plane): Mask {
  const { width, height } = crop;
  const border = Math.max(2, Math.round(BORDER_FRACTION * Math.max(width, height)));
  const smoothed = smoothBackground(crop, object);
  const bar = distanceTo(crop, (i) => crop.planes.every((plane) => plane[i]! < MAX_BAR_LEVEL)).data;
  const lit = mapTo(Uint8Array, object.data, (cover, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return cover < 0.01 && bar[i]! > SMOOTHING_RADIUS_PX + 1 && Math.min(x, y, width - 1 - x, height - 1 - y) < border
      ? 1
      : 0;
  });
  const background = mapPlanes(smoothed, (plane) => membrane(plane, lit));
  const data = mapTo(Uint8Array, object.data, (cover, i) => {
    if (cover > 0.5) return 0;
    const [red, green, blue] = smoothed.planes.map(
      (plane, c) => plane[i]! / Math.max(0.02, background.planes[c]![i]!),
    ) as [number, number, number];
    const mean = (red + green + blue) / 3;
    const tint = Math.max(red, green, blue) - Math.min(red, green, blue);
    return mean < SHADE.maxBlack || (mean < SHADE.maxLight && tint < SHADE.maxTint * mean) ? 255 : 0;
  });
  return { width, height, data };
}

/** Smooths the background without the object, whose colour would otherwise darken or tint a rim around it. */
function smoothBackground(crop: Planes, object: Plane): Planes {
  const weights = { ...object, data: object.data.map((cover) => (cover > 0.5 ? 0 : 1)) };
  const totals = boxBlur(weights, SMOOTHING_RADIUS_PX).data;
  return mapPlanes(crop, (plane) => {
    const sums = boxBlur(
      { ...plane, data: plane.data.map((value, i) => value * weights.data[i]!) },
      SMOOTHING_RADIUS_PX,
    );
    return { ...plane, data: sums.data.map((sum, i) => (totals[i]! > 1e-3 ? sum / totals[i]! : plane.data[i]!)) };
  });
}

/** Lowest allowed centre of a shadow, as a fraction of the object's height from its top. */
const MIN_CENTRE_HEIGHT = 0.8;

/** Keeps the components that touch the object and whose centre is near its foot. */
function keepAttached(dark: Mask, object: Plane): Mask {
  const { width } = dark;
  const near = distanceTo(object, (i) => object.data[i]! > 0.5).data;
  const parts = labelComponents(dark);
  const contacts = parts.areas.map(() => 0);
  const contactsBelow = parts.areas.map(() => 0);
  const rows = parts.areas.map(() => 0);
  let [objectArea, top, bottom] = [0, dark.height, 0];
  for (let i = 0; i < parts.labels.length; i++) {
    const label = parts.labels[i]!;
    rows[label] = rows[label]! + Math.floor(i / width);
    if (near[i]! <= MAX_GAP_PX) {
      contacts[label]! += 1;
      if (isBelow(object, i, MAX_GAP_PX)) contactsBelow[label]! += 1;
    }
    if (near[i] !== 0) continue;
    objectArea++;
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  const fits = parts.areas.map((area, label) => {
    const low = rows[label]! / area >= top + MIN_CENTRE_HEIGHT * (bottom - top);
    const attached = contacts[label]! > 0 && contactsBelow[label]! >= MIN_BELOW_FRACTION * contacts[label]!;
    return label > 0 && attached && low && area > MIN_AREA_FRACTION * objectArea && area < 2 * objectArea;
  });
  return { ...dark, data: mapTo(Uint8Array, parts.labels, (label) => (fits[label] ? 255 : 0)) };
}

/** Whether the object is at most `reach` pixels above a pixel. */
function isBelow({ width, data }: Plane, index: number, reach: number): boolean {
  for (let above = index - width; above >= 0 && above >= index - reach * width; above -= width)
    if (data[above]! > 0.5) return true;
  return false;
}
