import { withoutIslands } from '../ops/mask/read.ts';
import { areaOf, clipBox, intersectionArea, intersectionOverUnion } from '../ops/matte/box.ts';
import type { Mask, Size } from '../types.ts';
import type { Select } from './complete.ts';
import type { Person } from './nanodet.ts';
import { selectionMask } from './sam.ts';

/** Parts of a person below one percent of it are mistakes. */
const ISLANDS = 0.01;

/** Boxes with this share of what they cover together in common are one person. */
const SAME = 0.5;

/** A box of which so much lies inside one of a coarser look is a part of that person. */
const INSIDE = 0.8;

/**
 * Each person once. `looks`: who was found at each look, the coarsest first, whose boxes count most; of one look, those
 * that are surest.
 */
export function distinctPeople(looks: readonly (readonly Person[])[]): readonly Person[] {
  const kept: Person[] = [];
  for (const look of looks) {
    const coarser = [...kept];
    for (const person of [...look].sort((a, b) => b.score - a.score)) {
      const again = kept.some((other) => intersectionOverUnion(person, other) > SAME);
      const part = coarser.some(
        (other) => areaOf(person) < areaOf(other) && intersectionArea(person, other) > INSIDE * areaOf(person),
      );
      if (!again && !part) kept.push(person);
    }
  }
  return kept;
}

/**
 * People by a network for selections, which is shown the box of each; 255 is a person. Tried on eleven pictures: boxes
 * alone gave whole people with raised arms and lifted feet; points inside, wider boxes or a second pass lost some, or
 * took neighbours along.
 */
export async function selectPeople(people: readonly Person[], size: Size, select: Select): Promise<Mask> {
  const whole: Mask = { ...size, data: new Uint8Array(size.width * size.height) };
  for (const person of people) {
    const { logits } = await select({ points: [], box: clipBox(person, size) }, null);
    const { data } = withoutIslands(selectionMask(logits, size), ISLANDS);
    for (let i = 0; i < data.length; i++) if (data[i]! > 0) whole.data[i] = 255;
  }
  return whole;
}
