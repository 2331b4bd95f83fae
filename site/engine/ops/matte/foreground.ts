import type { Pixels, Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { emptyPlane } from '../planes.ts';

/** Radii of the two passes, in pixels of a picture whose longer side is 1000; smaller ones get a sixth of it at least. */
const RADII = [90, 6] as const;

/**
 * The subject's own colours: at soft edges a pixel also holds some of the old background, which shows as a rim on a new
 * one. Blurred-fusion foreground estimation (Forte and Pitié 2021, "Approximate fast foreground colour estimation"), in
 * two passes: colours of subject and background are averaged nearby, then corrected so that their mix gives the picture
 * again. In the first pass a pixel counts by the cube of its share, because mixed ones are what is to be mended.
 * Colours change only where the matte is between 0 and 1. Alpha of the result is that of the matte.
 */
export function cleanForeground(picture: Pixels, matte: Plane): Pixels {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  const scale = Math.max(1 / 6, Math.max(width, height) / 1000);
  const passes = RADII.map((radius, pass) => sharesOf(matte, radius * scale, pass === 0));
  for (let channel = 0; channel < 3; channel++) {
    const observed = emptyPlane(picture);
    for (let i = 0; i < observed.data.length; i++) observed.data[i] = picture.data[4 * i + channel]!;
    let subject: Plane = observed;
    let ground: Plane = observed;
    for (const shares of passes) [subject, ground] = fuse({ observed, subject, ground, matte, shares });
    for (let i = 0; i < matte.data.length; i++) {
      const alpha = matte.data[i]!;
      if (alpha > 0 && alpha < 1) data[4 * i + channel] = subject.data[i]!;
    }
  }
  for (let i = 0; i < matte.data.length; i++) data[4 * i + 3] = matte.data[i]! * 255;
  return { width, height, data };
}

/** How much each pixel counts as subject and as ground, and the sums of that nearby. */
type Shares = {
  readonly radius: number;
  readonly front: Float32Array;
  readonly back: Float32Array;
  readonly frontNear: Float32Array;
  readonly backNear: Float32Array;
};

function sharesOf(matte: Plane, radius: number, cubed: boolean): Shares {
  const weigh = (share: number) => (cubed ? share * share * share : share);
  const front = matte.data.map(weigh);
  const back = matte.data.map((alpha) => weigh(1 - alpha));
  const near = (data: Float32Array<ArrayBuffer>) => boxBlur({ ...matte, data }, radius).data;
  return { radius, front, back, frontNear: near(front), backNear: near(back) };
}

type Fusion = {
  readonly observed: Plane;
  readonly subject: Plane;
  readonly ground: Plane;
  readonly matte: Plane;
  readonly shares: Shares;
};

function fuse({ observed, subject, ground, matte, shares }: Fusion): [subject: Plane, ground: Plane] {
  const { radius, front, back, frontNear, backNear } = shares;
  const weighted = emptyPlane(observed);
  const rest = emptyPlane(observed);
  for (let i = 0; i < weighted.data.length; i++) {
    weighted.data[i] = subject.data[i]! * front[i]!;
    rest.data[i] = ground.data[i]! * back[i]!;
  }
  const before = boxBlur(weighted, radius);
  const behind = boxBlur(rest, radius);
  for (let i = 0; i < weighted.data.length; i++) {
    const alpha = matte.data[i]!;
    const f = before.data[i]! / (frontNear[i]! + 1e-5);
    const b = behind.data[i]! / (backNear[i]! + 1e-5);
    const error = observed.data[i]! - alpha * f - (1 - alpha) * b;
    before.data[i] = Math.min(255, Math.max(0, f + alpha * error));
    behind.data[i] = b;
  }
  return [before, behind];
}
