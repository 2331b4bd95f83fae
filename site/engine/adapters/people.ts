import { withoutIslands } from '../ops/mask/read.ts';
import type { Mask, Size } from '../types.ts';
import type { Select } from './complete.ts';
import type { Face } from './faces.ts';
import { type Prompt, selectionMask } from './sam.ts';

/** Parts of a person below one percent of it are mistakes. */
const ISLANDS = 0.01;

/**
 * The people whom faces belong to, by a network for selections. 255 is a person; `checkpoint` is awaited after each.
 * Measured on eight faces: with points on hair, face, chest and belly whole people were selected; with a box around them,
 * or with two points, parts of them were missed or their neighbours came along.
 */
export async function selectPeople(faces: readonly Face[], size: Size, select: Select): Promise<Mask> {
  const people: Mask = { ...size, data: new Uint8Array(size.width * size.height) };
  for (const face of faces) {
    const { logits } = await select({ points: pointsOn(face, size), box: null }, null);
    const person = withoutIslands(selectionMask(logits, size), ISLANDS).data;
    for (let i = 0; i < person.length; i++) if (person[i]! > 0) people.data[i] = 255;
  }
  return people;
}

/** Places on face, hair, chest and belly, from the top of the face on in its heights; those in the picture. */
const PLACES = [0.5, -0.15, 1.8, 2.7] as const;

function pointsOn({ x, y, width, height }: Face, size: Size): Prompt['points'] {
  const middle = Math.min(size.width - 1, Math.max(0, x + width / 2));
  return PLACES.map((place) => ({ x: middle, y: y + place * height, inside: true })).filter(
    (point) => point.y >= 0 && point.y < size.height,
  );
}
