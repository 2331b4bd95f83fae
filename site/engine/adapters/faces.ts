import type { Model } from '../manifest.ts';
import { areaOf, intersectionArea } from '../ops/matte/box.ts';
import { rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Box, Pixels, Size, Tensors } from '../types.ts';
import { inputName, type Norm, output, planesTensor, sigmoid } from './tensors.ts';

/** A face from brows to chin, in pixels of the picture. `score`: how sure it is, 0..1. */
export type Face = Box & { readonly score: number };

/** How a network that finds faces is fed and read; it sees the picture in a square of `side` pixels. */
export type FaceAdapter = {
  /** Sides to look at: small ones find large faces, large ones small faces. */
  readonly sides: readonly number[];
  readonly prepare: (picture: Pixels, side: number, model: Model) => Tensors;
  readonly read: (results: Tensors, picture: Size, model: Model) => readonly Face[];
};

/** Means of red, green and blue that the network was trained with, in 0..255. */
const NORM: Norm = { mean: [117.001 / 255, 114.697 / 255, 97.404 / 255], deviation: [1, 1, 1] };

/** Usual widths and heights of faces, in cells. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;

const LEAST_SCORE = 0.5;

/** Boxes that share more than this of the smaller one are one face. */
const SAME = 0.4;

/** Tiny Face Detector of face-api.js, a Tiny YOLO v2 (Redmon and Farhadi 2017): RGB minus its means, black beside it. */
export const tinyFace: FaceAdapter = {
  sides: [224, 608],
  prepare: (picture, side, model) => {
    const scale = side / Math.max(picture.width, picture.height);
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const seen = rgbPlanes(
      resizePixels(picture, { width, height, kernel: scale < 1 ? 'area' : 'linear', linear: false }),
    );
    const planes = seen.planes.map((plane) => {
      const square = new Float32Array(side * side);
      for (let y = 0; y < height; y++) square.set(plane.subarray(y * width, (y + 1) * width), y * side);
      return square;
    });
    return { [inputName(model)]: planesTensor({ width: side, height: side, planes }, NORM) };
  },
  read: (results, picture, model) => {
    const { data, dims } = output(results, model);
    const cells = dims.at(-1) ?? 1;
    const area = cells * cells;
    const cell = Math.max(picture.width, picture.height) / cells;
    const faces: Face[] = [];
    for (const [index, [wide, tall]] of ANCHORS.entries())
      for (let i = 0; i < area; i++) {
        const at = (number: number) => Number(data[(5 * index + number) * area + i]);
        const score = sigmoid(at(4));
        if (score < LEAST_SCORE) continue;
        const [width, height] = [Math.exp(at(2)) * wide * cell, Math.exp(at(3)) * tall * cell];
        const x = ((i % cells) + sigmoid(at(0))) * cell - width / 2;
        const y = (Math.floor(i / cells) + sigmoid(at(1))) * cell - height / 2;
        faces.push({ x, y, width, height, score });
      }
    return faces;
  },
};

/** Each face once, by the box that is surest; the surest first. */
export function distinctFaces(faces: readonly Face[]): readonly Face[] {
  const kept: Face[] = [];
  for (const face of [...faces].sort((a, b) => b.score - a.score))
    if (kept.every((other) => intersectionArea(face, other) < SAME * Math.min(areaOf(face), areaOf(other))))
      kept.push(face);
  return kept;
}
