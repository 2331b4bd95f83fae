import { expect, it } from 'vitest';
import { isComplete } from '../../../../../site/engine/codecs/containers.ts';
import { readHeader } from '../../../../../site/engine/codecs/header.ts';
import { bmp } from '../../../../engine/pictures.ts';

it.each(['Windows', 'OS/2'] as const)('reads the size of a BMP file of %s, and whether it is complete', (header) => {
  const file = bmp({ width: 10, height: 300, header }, () => [1, 2, 3]);
  expect(readHeader(file, 'image/bmp')).toMatchObject({ width: 10, height: 300, hasAlpha: false });
  expect(isComplete(file)).toBe(true);
  expect(isComplete(file.subarray(0, -1))).toBe(false);
});
