import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readHeic } from '../../../../../../site/engine/codecs/heic/container.ts';
import { streamColours } from '../../../../../../site/engine/codecs/heic/stream-colours.ts';

const configOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

it('reads what the stream says', async () => {
  // Made by `tests/browsers/heic/make.mjs`; ffprobe names the same: range pc, matrix smpte170m.
  const file = new Uint8Array(await readFile(new URL('../../../../../browsers/heic/photo.heic', import.meta.url)));
  const config = readHeic(file)?.image.tiles[0]?.config ?? new Uint8Array(0);
  expect(streamColours(config)).toEqual({ primaries: 1, transfer: 13, matrix: 6, fullRange: true });
});

it('reads limited range, Display P3 and reference sets', () => {
  // x265, `colorprim=smpte432:transfer=iec61966-2-1:colormatrix=bt709:range=limited:scaling-list=default`; only the sequence.
  const config =
    '0101600000009000000000001ef000fcfdf8f800000f01a10001002b420101016000000300900000030000' +
    '03001ea020810596566924e5780b50c0d01040000003004000000642';
  expect(streamColours(configOf(config))).toEqual({ primaries: 12, transfer: 13, matrix: 1, fullRange: false });
});

it('takes the defaults of HEIF where nothing is said or the record is damaged', () => {
  const defaults = { primaries: 1, transfer: 13, matrix: 6, fullRange: true };
  expect(streamColours(new Uint8Array(0))).toEqual(defaults);
  expect(streamColours(new Uint8Array(200).fill(255))).toEqual(defaults);
});
