import { areaOf, intersectionArea } from '../ops/matte/box.ts';
import { rgbPlanes } from '../ops/planes.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { DetectAdapter, Detection } from './adapter.ts';
import { inputName, type Norm, output, planesTensor, sigmoid } from './tensors.ts';

/** A face from brows to chin. */
export type Face = Detection;

/** Means of red, green and blue that the network was trained with. */
const NORM: Norm = { mean: [117.001 / 255, 114.697 / 255, 97.404 / 255], deviation: [1, 1, 1] };

/** Widths and heights of the anchor boxes, in cells. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;

const MIN_SCORE = 0.5;

/** Two boxes are one face if their intersection covers at least this fraction of the smaller one. */
const MIN_SHARED_AREA = 0.4;

/**
 * Tiny Face Detector of face-api.js, a Tiny YOLO v2 (Redmon and Farhadi 2017): RGB minus means in a square of `side`
 * pixels, zeros right and below.
 */
export const tinyFace: DetectAdapter<'find-faces'> = {
  task: 'find-faces',
  cost: { bytes: { run: 35e6 }, seconds: { wasm: { run: 0.4 } } },
  sides: [224, 608],
  prepare: (picture, side, model) => {
    const scale = side / Math.max(picture.width, picture.height);
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const input = rgbPlanes(
      resizePixels(picture, { width, height, kernel: scale < 1 ? 'area' : 'linear', linear: false }),
    );
    const planes = input.planes.map((plane) => {
      const square = new Float32Array(side * side);
      for (let y = 0; y < height; y++) square.set(plane.subarray(y * width, (y + 1) * width), y * side);
      return square;
    });
    return { [inputName(model)]: planesTensor({ width: side, height: side, planes }, NORM) };
  },
  read: (results, { picture }, model) => {
    const { data, dims } = output(results, model);
    const cells = dims.at(-1) ?? 1;
    const area = cells * cells;
    const cellPx = Math.max(picture.width, picture.height) / cells;
    const faces: Face[] = [];
    for (const [index, [anchorWidth, anchorHeight]] of ANCHORS.entries())
      for (let i = 0; i < area; i++) {
        const field = (number: number) => Number(data[(5 * index + number) * area + i]);
        const score = sigmoid(field(4));
        if (score < MIN_SCORE) continue;
        const width = Math.exp(field(2)) * anchorWidth * cellPx;
        const height = Math.exp(field(3)) * anchorHeight * cellPx;
        const x = ((i % cells) + sigmoid(field(0))) * cellPx - width / 2;
        const y = (Math.floor(i / cells) + sigmoid(field(1))) * cellPx - height / 2;
        faces.push({ x, y, width, height, score });
      }
    return faces;
  },
};

/** Each face once, by its box of the highest score, in falling order of scores. */
export function distinctFaces(faces: readonly Face[]): readonly Face[] {
  const kept: Face[] = [];
  for (const face of [...faces].sort((a, b) => b.score - a.score))
    if (kept.every((other) => intersectionArea(face, other) < MIN_SHARED_AREA * Math.min(areaOf(face), areaOf(other))))
      kept.push(face);
  return kept;
}
