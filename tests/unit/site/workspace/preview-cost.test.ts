import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ANY_STEP } from '../../../../site/engine/capability/expected-times.ts';
import { createRasters } from '../../../../site/workspace/mask/raster.ts';
import type { PictureRequest, ToolContext } from '../../../../site/workspace/picture-request.ts';
import { quickPreview } from '../../../../site/workspace/preview-cost.ts';
import { DEVICE, MANIFEST, pictureTools } from '../tools/plan-of.ts';

// Estimates of a device of half the speed of the baseline: those of this machine depend on what else it does.
beforeAll(() => {
  vi.stubGlobal('window', { localStorage: { getItem: () => JSON.stringify({ [ANY_STEP]: 2 }) } });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

type Given = { readonly width: number; readonly kept?: object };

/** Longer side of the preview that a picture gets before the result of a tool with these options; null without one. */
function previewSide(id: string, changed: object, { width, kept = {} }: Given): number | null {
  const [, tool] = pictureTools.find(([meta]) => meta.id === id)!;
  const options = { ...Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial])), ...changed };
  const request = {
    item: { id: 'a', file: new File([], 'a.jpg'), info: { width, height: 0.75 * width }, limit: null, result: null },
    settings: { options, own: {}, edits: {} },
    pictures: {},
    kept,
    preview: null,
    rasters: createRasters(),
    output: { type: 'image/jpeg' },
  } as unknown as PictureRequest;
  const session = { engine: { started: () => [] }, device: DEVICE, manifest: MANIFEST };
  return quickPreview({ tool, session } as unknown as ToolContext, request)?.preview ?? null;
}

test('a result that takes long comes after a preview without networks, at once', () => {
  expect(previewSide('hd-picture-converter', {}, { width: 1600 })).toBe(1280);
  expect(previewSide('image-sharpener', { mode: 'ai' }, { width: 1600 })).toBe(1280);
});

test('a preview that would take long at the size of the screen is coarser', () => {
  expect(previewSide('photo-restoration', {}, { width: 1600 })).toBe(640);
  expect(previewSide('image-background-remover', {}, { width: 1600 })).toBe(640);
});

test('a preview comes before the search for a mask, where it needs none', () => {
  expect(previewSide('remove-watermark-from-image', {}, { width: 1600 })).toBe(640);
  expect(previewSide('ai-object-remover', {}, { width: 1600 })).toBeNull();
});

test('there is no preview that takes nearly as long as the result, nor before a quick result', () => {
  // The edge of a matte is corrected without the networks, which a preview would run again.
  const kept = { matte: { width: 1024, height: 768, data: new Float32Array(0) } };
  expect(previewSide('image-background-remover', {}, { width: 1900, kept })).toBeNull();
  expect(previewSide('image-sharpener', { mode: 'instant' }, { width: 320 })).toBeNull();
});
