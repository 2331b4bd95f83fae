import { expect, test } from 'vitest';
import { createRasters } from '../../../../site/workspace/mask/raster.ts';
import type { PictureRequest, ToolContext } from '../../../../site/workspace/picture-request.ts';
import { quickPreview } from '../../../../site/workspace/preview-cost.ts';
import { DEVICE, MANIFEST, pictureTools } from '../tools/plan-of.ts';

/** Whether a picture gets a preview before the result of a tool with these options. */
function hasPreview(id: string, changed: object, width: number): boolean {
  const [, tool] = pictureTools.find(([meta]) => meta.id === id)!;
  const options = { ...Object.fromEntries(tool.fields.map(({ name, initial }) => [name, initial])), ...changed };
  const request = {
    item: { id: 'a', file: new File([], 'a.jpg'), info: { width, height: 0.75 * width }, limit: null, result: null },
    settings: { options, own: {}, edits: {} },
    pictures: {},
    kept: {},
    preview: null,
    rasters: createRasters(),
    output: { type: 'image/jpeg' },
  } as unknown as PictureRequest;
  const session = { engine: { started: () => [] }, device: DEVICE, manifest: MANIFEST };
  return quickPreview({ tool, session } as unknown as ToolContext, request) !== null;
}

test('a result that takes long comes after a preview without networks, at once', () => {
  expect(hasPreview('hd-picture-converter', {}, 1600)).toBe(true);
  expect(hasPreview('image-sharpener', { mode: 'ai' }, 1600)).toBe(true);
  expect(hasPreview('photo-restoration', {}, 1600)).toBe(true);
});

test('there is no preview that takes nearly as long as the result, nor before a quick result', () => {
  expect(hasPreview('image-background-remover', {}, 1600)).toBe(false);
  expect(hasPreview('image-sharpener', { mode: 'instant' }, 320)).toBe(false);
});
