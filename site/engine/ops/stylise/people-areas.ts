import type { Box, Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';
import { median, smoothstep } from '../scalars.ts';
import { facesPlane, skinColours, skinPlane } from './areas.ts';
import type { Ramp } from './areas-parameters.ts';
import { isGrey } from './detail.ts';

const ramp = ({ from, to }: Ramp, value: number): number => smoothstep(from, to, value);

export type AreaOptions = {
  /** A thousandth of the longer side, in pixels. */
  readonly unit: number;
  /** Boxes of faces, from brows to chin, in pixels. */
  readonly found: readonly Box[];
};

export type PeoplePlanes = {
  /** Likelihoods, 0..1. */
  readonly faces: Plane;
  readonly skin: Plane;
  /** The number of the face, from 1 on, to which a pixel of skin belongs. */
  readonly owners: Plane;
};

/**
 * Faces, and all skin near them. In a picture without faces, what has the colour of skin may be sand or wood: small parts of
 * it count as faces, and nothing as skin.
 */
export function peoplePlanes(picture: Planes, { unit, found }: AreaOptions): PeoplePlanes {
  const radii = { skin: 3 * unit, closing: 8 * unit };
  const nowhere = emptyPlane(picture);
  if (found.length === 0)
    return { faces: facesPlane(skinPlane(picture, radii.skin), radii.closing), skin: nowhere, owners: nowhere };
  const faces = ellipsesPlane(picture, found);
  if (isGrey(picture)) return { faces, skin: nowhere, owners: nowhere };
  const { skin, owners } = skinNear(found, picture, skinColours(picture, radii.skin));
  return { faces, skin: facesPlane(gaussianBlur(skin, radii.skin), radii.closing), owners };
}

/** Distance from a face, in heights of its box, at which skin begins to be somebody else's or no skin, and ends: a body. */
const BODY: Ramp = { from: 8, to: 10 };

/** Skin near faces and of their colour, and the nearest face of each pixel, with distances in heights of faces. */
function skinNear(faces: readonly Box[], picture: Planes, skin: Plane): Omit<PeoplePlanes, 'faces'> {
  const { width } = skin;
  const owners = emptyPlane(skin);
  const likelihoods = faces.map((face) => skinOf(picture, face));
  const data = skin.data.map((value, i) => {
    if (value === 0) return 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    let nearest = Number.POSITIVE_INFINITY;
    for (const [index, face] of faces.entries()) {
      const distance = Math.hypot(x - face.x - face.width / 2, y - face.y - face.height / 2) / face.height;
      if (distance >= nearest) continue;
      nearest = distance;
      owners.data[i] = index + 1;
    }
    return value * (1 - ramp(BODY, nearest)) * likelihoods[owners.data[i]! - 1]!(i);
  });
  return { skin: { ...skin, data }, owners };
}

/** Half-axes of the ellipse in the middle of a face whose colours are those of its skin, by the sides of its box. */
const CORE_ELLIPSE = { width: 0.35, height: 0.4 } as const;
/** Distance from the colour of a face, in its deviations, at which skin begins to be hair or wood, and ends. */
const SKIN_DISTANCE: Ramp = { from: 2.5, to: 4.5 };
/** Minimum deviation of fractions of red and green: below it, it is that of the compression. */
const MIN_DEVIATION = 0.006;

/**
 * Likelihood (0..1) of skin of one person at a pixel, by the fractions of red and green in the middle of the face: a normal
 * distribution (Yang and Waibel 1996), by medians, since eyes and lips are there too.
 */
function skinOf({ width, height, planes }: Planes, face: Box): (i: number) => number {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const fractionOf = (plane: Float32Array, i: number) => plane[i]! / Math.max(1e-3, red[i]! + green[i]! + blue[i]!);
  const core: number[] = [];
  forEachInEllipse({ width, height }, { box: face, axes: CORE_ELLIPSE, reach: 1 }, (i) => core.push(i));
  const [redness, greenness] = [red, green].map((plane) => {
    const values = core.map((i) => fractionOf(plane, i));
    const middle = median(values);
    const deviation = 1.4826 * median(values.map((value) => Math.abs(value - middle)));
    return { middle, deviation: Math.max(MIN_DEVIATION, deviation) };
  }) as [Normal, Normal];
  const distance = (plane: Float32Array, { middle, deviation }: Normal, i: number) =>
    (fractionOf(plane, i) - middle) / deviation;
  return (i) => 1 - ramp(SKIN_DISTANCE, Math.hypot(distance(red, redness, i), distance(green, greenness, i)));
}

type Normal = { readonly middle: number; readonly deviation: number };

/** Half-axes of an ellipse around a whole face, by the sides of its box. */
const FACE_ELLIPSE = { width: 0.6, height: 0.7 } as const;
/** Distance from the centre, in half-axes, at which an ellipse begins to fade, and ends. */
const ELLIPSE_RIM: Ramp = { from: 1, to: 1.35 };

/** 1 inside of ellipses around faces, fading outwards. */
function ellipsesPlane(size: Size, faces: readonly Box[]): Plane {
  const out = emptyPlane(size);
  for (const box of faces)
    forEachInEllipse(size, { box, axes: FACE_ELLIPSE, reach: ELLIPSE_RIM.to }, (i, distance) => {
      out.data[i] = Math.max(out.data[i]!, 1 - ramp(ELLIPSE_RIM, distance));
    });
  return out;
}

type Ellipse = {
  /** Of a face; the centre is its centre. */
  readonly box: Box;
  /** Half-axes, by the sides of the box. */
  readonly axes: { readonly width: number; readonly height: number };
  /** Distance from the centre up to which pixels are visited, in half-axes. */
  readonly reach: number;
};

/** Calls `visit` with the pixels of a picture in an ellipse, and their distances from its centre in half-axes. */
function forEachInEllipse(
  size: Size,
  { box, axes, reach }: Ellipse,
  visit: (i: number, distance: number) => void,
): void {
  const [radiusX, radiusY] = [box.width * axes.width, box.height * axes.height];
  const [centreX, centreY] = [box.x + box.width / 2, box.y + box.height / 2];
  for (
    let y = Math.max(0, Math.floor(centreY - reach * radiusY));
    y < Math.min(size.height, centreY + reach * radiusY);
    y++
  )
    for (
      let x = Math.max(0, Math.floor(centreX - reach * radiusX));
      x < Math.min(size.width, centreX + reach * radiusX);
      x++
    ) {
      const distance = Math.hypot((x - centreX) / radiusX, (y - centreY) / radiusY);
      if (distance <= reach) visit(y * size.width + x, distance);
    }
}
