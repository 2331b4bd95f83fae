import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alphaPlane, rgbPlanes } from '../../../site/engine/ops/planes.ts';
import type { Pixels } from '../../../site/engine/types.ts';
import { centralPart } from '../../quality/crops.ts';
import { quantised } from '../../quality/degrade.ts';
import { deadLeaves, lettering, meadow } from '../../quality/scenes.ts';
import type { Cutout, Original } from './part.ts';

const PICTURE = /\.(?:png|jpe?g|webp)$/i;
const REFERENCE = /\.reference\.png$/;

type Decode = (bytes: Uint8Array<ArrayBuffer>) => Promise<Pixels>;

export type Originals = {
  /** Folder of photographs; null for none. */
  readonly folder: string | null;
  /** Longest side of their middle that is used, in pixels. */
  readonly side: number;
  /** Whether scenes made by number come first. */
  readonly scenes: boolean;
};

/** The pictures that parts degrade. */
export async function originalsOf(of: Originals, decode: Decode): Promise<readonly Original[]> {
  const photos: Original[] = [];
  for (const name of await photosIn(of.folder)) {
    if (name.startsWith('cutout-')) continue;
    const pixels = await decode(await bytesOf(of.folder ?? '', name));
    photos.push({ name, planes: centralPart(rgbPlanes(pixels), of.side) });
  }
  return [...(of.scenes ? scenesByNumber() : []), ...photos];
}

function scenesByNumber(): readonly Original[] {
  const size = { width: 240, height: 180 };
  return [
    { name: 'leaves', planes: deadLeaves(size, 1) },
    { name: 'meadow', planes: meadow(size, 2) },
    { name: 'lettering', planes: lettering(size, 3) },
  ].map(({ name, planes }) => ({ name, planes: quantised(planes) }));
}

/** Pictures of a folder that have a reference cut-out beside them. */
export async function cutoutsOf(folder: string | null, decode: Decode): Promise<readonly Cutout[]> {
  if (folder === null) return [];
  const names = await readdir(folder);
  const cutouts: Cutout[] = [];
  for (const reference of names.filter((name) => REFERENCE.test(name)).sort()) {
    const stem = reference.replace(REFERENCE, '');
    const name = names.find((other) => other !== reference && other.replace(PICTURE, '') === stem);
    if (!name) continue;
    const matte = alphaPlane(await decode(await bytesOf(folder, reference)));
    cutouts.push({ name, pixels: await decode(await bytesOf(folder, name)), matte });
  }
  return cutouts;
}

async function photosIn(folder: string | null): Promise<readonly string[]> {
  if (folder === null) return [];
  return (await readdir(folder)).filter((name) => PICTURE.test(name) && !REFERENCE.test(name)).sort();
}

const bytesOf = async (folder: string, name: string) => new Uint8Array(await readFile(join(folder, name)));
