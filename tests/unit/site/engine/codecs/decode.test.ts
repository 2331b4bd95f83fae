import { expect, it } from 'vitest';
import { decodePicture } from '../../../../../site/engine/codecs/decode.ts';
import { writeMetadata } from '../../../../../site/engine/codecs/metadata.ts';
import { encodePng } from '../../../../../site/engine/codecs/png-encode.ts';
import { exifOf } from '../../../../engine/exif.ts';

const limits = { canvas: { area: 1e8, side: 16_384 }, memory: 1e9 };

it.each([
  [1, [3, 2], [1, 2, 3, 4, 5, 6]],
  [2, [3, 2], [3, 2, 1, 6, 5, 4]],
  [3, [3, 2], [6, 5, 4, 3, 2, 1]],
  [4, [3, 2], [4, 5, 6, 1, 2, 3]],
  [5, [2, 3], [1, 4, 2, 5, 3, 6]],
  [6, [2, 3], [4, 1, 5, 2, 6, 3]],
  [7, [2, 3], [6, 3, 5, 2, 4, 1]],
  [8, [2, 3], [3, 6, 2, 5, 1, 4]],
] as const)('turns a PNG file with opacity upright: orientation %i', async (orientation, [width, height], expected) => {
  const data = Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap((value) => [value, 0, 9, 200]));
  const png = await encodePng({ width: 3, height: 2, data }, { onProgress: async () => undefined });
  const metadata = { exif: exifOf({ orientation }), xmp: null, profile: false };
  const file = new Blob([writeMetadata(new Uint8Array(await png.arrayBuffer()), metadata)]);
  const { signal } = new AbortController();
  const { pixels, info } = await decodePicture(file, { name: 'a.png', signal, ...limits });
  expect(info).toMatchObject({ width, height, hasAlpha: true });
  expect([...pixels.data].filter((_, i) => i % 4 === 0)).toEqual(expected);
});
