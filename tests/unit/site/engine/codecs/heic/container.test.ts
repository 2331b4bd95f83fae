import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '../../../../../../site/engine/codecs/bytes.ts';
import { hevcCodecs } from '../../../../../../site/engine/codecs/heic/codec-string.ts';
import { readHeic } from '../../../../../../site/engine/codecs/heic/container.ts';
import { isDisplayP3 } from '../../../../../../site/engine/codecs/profile.ts';

/** Made by `tests/browsers/heic/make.mjs`. */
const fixture = async (name: string): Promise<Bytes> =>
  new Uint8Array(await readFile(new URL(`../../../../../browsers/heic/${name}`, import.meta.url)));

describe('readHeic', () => {
  it('reads a grid of tiles, its turn and its profile', async () => {
    const picture = readHeic(await fixture('photo.heic'));
    expect(picture?.image).toMatchObject({ width: 120, height: 88, columns: 2 });
    expect(picture?.image.tiles).toHaveLength(4);
    for (const tile of picture?.image.tiles ?? []) expect(tile).toMatchObject({ width: 64, height: 64 });
    expect(new Set(picture?.image.tiles.map(({ data }) => String(data))).size).toBe(4);
    expect(picture?.transforms).toEqual([{ kind: 'turn', quarters: 3 }]);
    expect(picture?.profile && isDisplayP3(picture.profile)).toBe(true);
  });

  it('reads the opacity', async () => {
    const picture = readHeic(await fixture('cut-out.heic'));
    expect(picture).toMatchObject({ image: { width: 61, height: 40 }, opacity: { width: 61, height: 40 } });
    expect(readHeic(await fixture('photo.heic'))?.opacity).toBeNull();
  });

  it('reads nothing that it does not know', async () => {
    const photo = await fixture('photo.heic');
    expect(readHeic(photo.subarray(0, 40))).toBeNull();
    const other = photo.slice();
    other[Buffer.from(photo).indexOf('grid') + 1] = 0x78;
    expect(readHeic(other)).toBeNull();
    // Three columns of tiles, of which there are four.
    const grid = Buffer.from(photo).indexOf(Buffer.from([0, 0, 1, 1, 0, 120, 0, 88]));
    const torn = photo.slice();
    torn[grid + 3] = 2;
    expect(readHeic(torn)).toBeNull();
  });

  it('never reads beyond the end', async () => {
    const photo = await fixture('photo.heic');
    for (let length = 0; length < photo.length; length += 7)
      expect(() => readHeic(photo.slice(0, length))).not.toThrow();
  });
});

describe('hevcCodecs', () => {
  it('names a still picture also as what decoders of the Main profile read', async () => {
    const picture = readHeic(await fixture('photo.heic'));
    const names = hevcCodecs(picture?.image.tiles[0]?.config ?? new Uint8Array(0));
    expect(names).toEqual(['hvc1.3.e.L30', 'hvc1.1.6.L30']);
  });

  it('names the profile, compatibility, tier, level and constraints', () => {
    const config = Uint8Array.of(1, 0x21, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 153);
    expect(hevcCodecs(config)).toEqual(['hvc1.1.6.H153.b0']);
  });
});
