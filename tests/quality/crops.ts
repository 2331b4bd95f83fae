import type { Planes } from '../../site/engine/types.ts';

/** The central part of a picture, at most `side` pixels each way; both sides are even, so that halves are whole. */
export function centralPart(picture: Planes, side: number): Planes {
  const [width, height] = [picture.width, picture.height].map((length) => Math.min(length, side) & ~1) as [
    number,
    number,
  ];
  const left = (picture.width - width) >> 1;
  const top = (picture.height - height) >> 1;
  const planes = picture.planes.map((plane) => {
    const data = new Float32Array(width * height);
    for (let y = 0; y < height; y++) {
      const from = (top + y) * picture.width + left;
      data.set(plane.subarray(from, from + width), y * width);
    }
    return data;
  });
  return { width, height, planes };
}
