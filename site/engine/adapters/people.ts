import { removeIslands } from '../ops/mask/read.ts';
import { areaOf, clipBox, intersectionArea, intersectionOverUnion } from '../ops/matte/box.ts';
import { resizePixels } from '../ops/resize/resize.ts';
import type { Mask, Size } from '../types.ts';
import type { DetectAdapter, Detection, ScaledPicture } from './adapter.ts';
import type { Select } from './matte-complete.ts';
import { selectionMask } from './sam.ts';
import { asOpaque, IMAGENET, inputName, output, paddedPlanes, planesTensor, sigmoid } from './tensors.ts';

export type Person = Detection;

/**
 * Chosen on 227 pictures: with 0.5, people are found in 73 of the 80 pictures that show some (131 people, 60 of whom a
 * face detector misses) and in 4 of the 147 that show none; with 0.45, in 6 of those.
 */
const MIN_SCORE = 0.5;

/** Pixels between cells, from fine to coarse; sides of the input are multiples of the last. */
const STRIDES = [8, 16, 32] as const;
const MULTIPLE_PX = STRIDES[2];

/** The network predicts each border of a box as a distribution over 0 to 10 strides from its cell. */
const DISTANCES = 11;
/** A box longer than this fraction of the input exceeds those distances; only passes after the first discard it. */
const MAX_LENGTH = 0.75;

/** NanoDet-g (https://github.com/RangiLyu/nanodet), with people as its only class. */
export const nanodet: DetectAdapter<'find-people'> = {
  task: 'find-people',
  cost: { bytes: { run: 50e6 }, seconds: { wasm: { run: 1.5 } } },
  sides: [416, 640],
  prepare: (picture, side, model) => {
    const size = scaledSize({ picture, side });
    const kernel = size.width < picture.width ? 'area' : 'linear';
    const input = asOpaque(resizePixels(picture, { ...size, kernel, linear: false }));
    return { [inputName(model)]: planesTensor(paddedPlanes(input, { x: 0, y: 0, ...size }, MULTIPLE_PX), IMAGENET) };
  },
  read: (results, input, model) => {
    const { data, dims } = output(results, model);
    const cells = dims.at(-1) ?? 0;
    const size = scaledSize(input);
    const scale = Math.max(input.picture.width, input.picture.height) / input.side;
    const people: Person[] = [];
    let start = 0;
    for (const stride of STRIDES) {
      const [columns, rows] = [cellsAlong(size.width, stride), cellsAlong(size.height, stride)];
      for (let i = 0; i < columns * rows; i++) {
        const score = sigmoid(Number(data[start + i]));
        if (score < MIN_SCORE) continue;
        const distance = (border: number) =>
          expectation(
            Array.from({ length: DISTANCES }, (_, step) =>
              Number(data[(1 + DISTANCES * border + step) * cells + start + i]),
            ),
          );
        const [x, y] = [(i % columns) + 0.5, Math.floor(i / columns) + 0.5];
        const [left, top] = [Math.max(0, (x - distance(0)) * stride), Math.max(0, (y - distance(1)) * stride)];
        const width = Math.min(size.width, (x + distance(2)) * stride) - left;
        const height = Math.min(size.height, (y + distance(3)) * stride) - top;
        if (input.side > nanodet.sides[0]! && Math.max(width, height) > MAX_LENGTH * input.side) continue;
        people.push({ x: left * scale, y: top * scale, width: width * scale, height: height * scale, score });
      }
      start += columns * rows;
    }
    return people;
  },
};

function scaledSize({ picture: { width, height }, side }: ScaledPicture): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const cellsAlong = (length: number, stride: number): number => (Math.ceil(length / MULTIPLE_PX) * MULTIPLE_PX) / stride;

/** Expected value of a distribution over 0, 1, 2… given by logits (Li et al. 2020, “Generalized Focal Loss”). */
function expectation(logits: readonly number[]): number {
  const max = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - max));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.reduce((total, weight, step) => total + (step * weight) / sum, 0);
}

/** Two boxes are one person if their intersection over union is above this. */
const MIN_SAME_PERSON_IOU = 0.5;

/** A smaller box is part of a person found in a coarser pass if this fraction of it lies inside that person's box. */
const MIN_INSIDE = 0.8;

/** Each person once. `passes`: detections of each pass, the coarsest first; coarser passes and higher scores win. */
export function distinctPeople(passes: readonly (readonly Person[])[]): readonly Person[] {
  const kept: Person[] = [];
  for (const pass of passes) {
    const coarser = [...kept];
    for (const person of [...pass].sort((a, b) => b.score - a.score)) {
      const isKnown = kept.some((other) => intersectionOverUnion(person, other) > MIN_SAME_PERSON_IOU);
      const isPart = coarser.some(
        (other) => areaOf(person) < areaOf(other) && intersectionArea(person, other) > MIN_INSIDE * areaOf(person),
      );
      if (!isKnown && !isPart) kept.push(person);
    }
  }
  return kept;
}

/** Connected parts of a person's mask smaller than this fraction of it are errors of the network. */
const MIN_PART = 0.01;

/**
 * Mask of people (255 is a person) by a network for selections, which gets the box of each. Compared on eleven pictures:
 * boxes alone gave whole people with raised arms and lifted feet; points inside, wider boxes or a second pass lost limbs
 * or selected neighbours too.
 */
export async function selectPeople(people: readonly Person[], size: Size, select: Select): Promise<Mask> {
  const whole: Mask = { ...size, data: new Uint8Array(size.width * size.height) };
  for (const person of people) {
    const { logits } = await select({ points: [], box: clipBox(person, size) }, null);
    const { data } = removeIslands(selectionMask(logits, size), MIN_PART);
    for (let i = 0; i < data.length; i++) if (data[i]! > 0) whole.data[i] = 255;
  }
  return whole;
}
