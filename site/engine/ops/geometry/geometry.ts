import type { Box, Geometry, Size } from '../../types.ts';

type Turns = Geometry['turns'];

/** Leaves a picture as it is. */
export const UNCHANGED: Geometry = {
  flipped: false,
  turns: 0,
  angle: 0,
  crop: { x: 0, y: 0, width: 1, height: 1 },
  scale: 1,
};

export const isUnchanged = ({ flipped, turns, angle, crop, scale }: Geometry): boolean =>
  !flipped && turns === 0 && angle === 0 && scale === 1 && crop.width === 1 && crop.height === 1;

/** The size of a picture after its quarter turns. */
export const turnedSize = ({ width, height }: Size, turns: Turns): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The factor by which a picture of this size must be enlarged to fill its own frame when turned by `angle` degrees. */
export function fillFactor({ width, height }: Size, angle: number): number {
  const radians = (Math.abs(angle) * Math.PI) / 180;
  return Math.cos(radians) + Math.max(width / height, height / width) * Math.sin(radians);
}

/** The kept part in pixels of the straightened picture, at least 1 × 1. */
export function cropBox(size: Size, { turns, angle, crop }: Geometry): Box {
  const turned = turnedSize(size, turns);
  const factor = fillFactor(turned, angle);
  const [x, width] = interval(crop.x, crop.width, turned.width / factor);
  const [y, height] = interval(crop.y, crop.height, turned.height / factor);
  return { x, y, width, height };
}

/** Whole pixels in a length; fractions that computing with fractions leaves are no missing pixel. */
const wholePixels = (length: number): number => Math.max(1, Math.floor(length + 1e-6));

/** Start and length in whole pixels of a part of `length` pixels. Equal lengths stay equal wherever they start. */
function interval(from: number, part: number, length: number): readonly [start: number, length: number] {
  const [all, kept] = [wholePixels(length), wholePixels(part * length)];
  return [Math.min(all - kept, Math.max(0, Math.round(from * length))), kept];
}

/** The size of the result. */
export function resultSize(size: Size, geometry: Geometry): Size {
  const { width, height } = cropBox(size, geometry);
  const scaled = (length: number) => Math.max(1, Math.round(length * geometry.scale));
  return { width: scaled(width), height: scaled(height) };
}

/** Turns what is seen by a quarter, clockwise. */
export const turnRight = (geometry: Geometry): Geometry => ({
  ...geometry,
  turns: turnsOf(geometry.turns + 1),
  crop: turnedPart(geometry.crop, 1),
});

/** Turns what is seen by a quarter, anticlockwise. */
export const turnLeft = (geometry: Geometry): Geometry => turnRight(turnRight(turnRight(geometry)));

/** Mirrors what is seen left to right. */
export const flipSideways = (geometry: Geometry): Geometry => {
  const { flipped, turns, angle, crop } = geometry;
  return {
    ...geometry,
    flipped: !flipped,
    // A mirror image turns the other way.
    turns: turnsOf(4 - turns),
    angle: -angle,
    crop: mirroredPart(crop),
  };
};

/** Mirrors what is seen top to bottom. */
export const flipUpright = (geometry: Geometry): Geometry => turnRight(turnRight(flipSideways(geometry)));

/** A part of a picture, in fractions of it, after clockwise quarter turns. */
export function turnedPart(part: Box, turns: Turns): Box {
  const { x, y, width, height } = part;
  switch (turns) {
    case 0:
      return part;
    case 1:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 2:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 3:
      return { x: y, y: 1 - x - width, width: height, height: width };
  }
}

/** A part of a picture, in fractions of it, after the picture is mirrored left to right. */
export const mirroredPart = (part: Box): Box => ({ ...part, x: 1 - part.x - part.width });

/** The kept part in fractions of the picture before it is mirrored and turned. The geometry has no angle. */
export function partBefore({ flipped, turns, crop }: Geometry): Box {
  const part = turnedPart(crop, turnsOf(4 - turns));
  return flipped ? mirroredPart(part) : part;
}

export const turnsOf = (turns: number): Turns => (turns % 4) as Turns;
