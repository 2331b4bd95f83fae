import { withoutIslands } from '../ops/mask/read.ts';
import { clipBox } from '../ops/matte/box.ts';
import type { Box, Mask, Size } from '../types.ts';
import type { Select } from './complete.ts';
import type { Face } from './faces.ts';
import { type Prompt, type Selection, selectionMask } from './sam.ts';

/** Parts of a person below one percent of it are mistakes. */
const ISLANDS = 0.01;

/** Places on face, hair, chest and belly, from the top of the face on in its heights. */
const PLACES = [0.5, -0.15, 1.8, 2.7] as const;

/** How far raised or stretched limbs reach beyond a face, in its heights. */
const LIMBS = { sideways: 2.1, up: 2.6, down: 7 } as const;

/** A box over more of the picture than this says nothing about one person. */
const MOST_OF_PICTURE = 0.7;

/** How much better a selection with limbs must promise to be, and how much larger it may be. */
const BOLDER = { quality: 0.045, area: 2 } as const;

/**
 * The people whom faces belong to, by a network for selections; 255 is a person. Tried on eight faces: points on hair,
 * face, chest and belly gave whole people but for a pair of raised arms, which a box for limbs brought; boxes or two
 * points alone missed parts, or took neighbours along.
 */
export async function selectPeople(faces: readonly Face[], size: Size, select: Select): Promise<Mask> {
  const people: Mask = { ...size, data: new Uint8Array(size.width * size.height) };
  for (const face of faces) {
    const person = await selectPerson(face, size, select);
    for (let i = 0; i < person.length; i++) if (person[i]! > 0) people.data[i] = 255;
  }
  return people;
}

async function selectPerson(face: Face, size: Size, select: Select): Promise<Mask['data']> {
  const points = pointsOn(face, size);
  const plain = await select({ points, box: null }, null);
  const person = personIn(plain, size);
  const box = limbsOf(face, size);
  if (box.width * box.height > MOST_OF_PICTURE * size.width * size.height) return person;
  const bold = await select({ points, box }, null);
  if (bold.quality < plain.quality + BOLDER.quality) return person;
  const whole = personIn(bold, size);
  return areaOf(whole) <= BOLDER.area * areaOf(person) ? whole : person;
}

const personIn = ({ logits }: Selection, size: Size) => withoutIslands(selectionMask(logits, size), ISLANDS).data;

const areaOf = (data: Uint8Array): number => data.reduce((sum, value) => sum + Math.sign(value), 0);

/** Those that lie in the picture. */
function pointsOn({ x, y, width, height }: Face, size: Size): Prompt['points'] {
  const middle = Math.min(size.width - 1, Math.max(0, x + width / 2));
  return PLACES.map((place) => ({ x: middle, y: y + place * height, inside: true })).filter(
    (point) => point.y >= 0 && point.y < size.height,
  );
}

function limbsOf({ x, y, width, height }: Face, size: Size): Box {
  const [left, right] = [x - LIMBS.sideways * height, x + width + LIMBS.sideways * height];
  const [top, bottom] = [y - LIMBS.up * height, y + (1 + LIMBS.down) * height];
  const inside = { x: Math.max(0, left), y: Math.max(0, top) };
  return clipBox({ ...inside, width: right - inside.x, height: bottom - inside.y }, size);
}
