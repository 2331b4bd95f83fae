import type { Pixels, Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { emptyPlane } from '../planes.ts';

/** Radii of the two passes, in pixels of a picture whose longer side is 1000. */
const RADII = [60, 5] as const;

/**
 * The subject's own colours: at soft edges a pixel also holds some of the old background, which shows as a rim on a new
 * one. Blurred-fusion foreground estimation (Forte and Pitié 2021, "Approximate fast foreground colour estimation"), in
 * two passes: colours of subject and background are averaged nearby, then corrected so that their mix gives the picture
 * again. Colours change only where the matte is between 0 and 1. Alpha of the result is that of the matte.
 */
export function cleanForeground(picture: Pixels, matte: Plane): Pixels {
  const { width, height } = picture;
  const data = new Uint8ClampedArray(picture.data);
  const scale = Math.max(width, height) / 1000;
  const radii = RADII.map((radius) => Math.max(2, Math.round(radius * scale)));
  const shares = radii.map((radius) => ({ radius, near: boxBlur(matte, radius).data }));
  for (let channel = 0; channel < 3; channel++) {
    const observed = emptyPlane(picture);
    for (let i = 0; i < observed.data.length; i++) observed.data[i] = picture.data[4 * i + channel]!;
    let subject: Plane = observed;
    let ground: Plane = observed;
    for (const { radius, near } of shares) [subject, ground] = fuse({ observed, subject, ground, matte, radius, near });
    for (let i = 0; i < matte.data.length; i++) {
      const alpha = matte.data[i]!;
      if (alpha > 0 && alpha < 1) data[4 * i + channel] = subject.data[i]!;
    }
  }
  for (let i = 0; i < matte.data.length; i++) data[4 * i + 3] = matte.data[i]! * 255;
  return { width, height, data };
}

type Fusion = {
  readonly observed: Plane;
  readonly subject: Plane;
  readonly ground: Plane;
  readonly matte: Plane;
  readonly radius: number;
  /** Mean of the matte over the radius. */
  readonly near: Float32Array;
};

function fuse({ observed, subject, ground, matte, radius, near }: Fusion): [subject: Plane, ground: Plane] {
  const weighted = emptyPlane(observed);
  const rest = emptyPlane(observed);
  for (let i = 0; i < weighted.data.length; i++) {
    const alpha = matte.data[i]!;
    weighted.data[i] = subject.data[i]! * alpha;
    rest.data[i] = ground.data[i]! * (1 - alpha);
  }
  const blurred = boxBlur(weighted, radius);
  const behind = boxBlur(rest, radius);
  for (let i = 0; i < weighted.data.length; i++) {
    const alpha = matte.data[i]!;
    const f = blurred.data[i]! / (near[i]! + 1e-5);
    const b = behind.data[i]! / (1 - near[i]! + 1e-5);
    const error = observed.data[i]! - alpha * f - (1 - alpha) * b;
    blurred.data[i] = Math.min(255, Math.max(0, f + alpha * error));
    behind.data[i] = b;
  }
  return [blurred, behind];
}
