import { expect, test } from 'vitest';
import { work } from '../../../../site/tools/image-sharpener/tool.ts';
import { createRasters } from '../../../../site/workspace/mask/raster.ts';
import { firstAttempt, type PictureRequest } from '../../../../site/workspace/picture-request.ts';
import type { Session } from '../../../../site/workspace/session.ts';
import { DEVICE, MANIFEST } from '../tools/plan-of.ts';

const SIZE = { width: 3000, height: 2000 };

/** Bytes that the memory plan states for sharpening a picture. */
function plannedBytes(hasAlpha: boolean): number {
  const options = Object.fromEntries(work.fields.map(({ name, initial }) => [name, initial]));
  const request = {
    item: { id: 'a', file: new File([], 'a.png'), info: { ...SIZE, hasAlpha }, limit: null, result: null },
    settings: { options: { ...options, mode: 'instant' }, own: {}, edits: {} },
    pictures: {},
    kept: {},
    preview: null,
    rasters: createRasters(),
  } as unknown as PictureRequest;
  const session = { engine: { started: () => [] }, device: DEVICE, manifest: MANIFEST } as unknown as Session;
  const found = firstAttempt(work, session, request);
  return found.ok ? found.value.device.memory : Number.NaN;
}

test('the memory of a transparent picture includes the copy that filters read in its place', () => {
  expect(plannedBytes(true) - plannedBytes(false)).toBe(4 * SIZE.width * SIZE.height);
});
