import { expect, test, vi } from 'vitest';
import { work } from '../../../../site/tools/photo-restoration/tool.ts';
import { createRasters } from '../../../../site/workspace/mask/raster.ts';
import { outlookOf } from '../../../../site/workspace/outlook.ts';
import type { Workspace } from '../../../../site/workspace/use-workspace.ts';
import { DEVICE, MANIFEST } from '../tools/plan-of.ts';

/** Without the faster network, so that the noise takes up a good part of the time. */
const manifest = { ...MANIFEST, models: MANIFEST.models.filter(({ id }) => id !== 'denoise') };

/** The estimate for restoring a photograph whose noise was measured. */
function estimateWithNoise(sigma: number): number {
  const options = Object.fromEntries(work.fields.map(({ name, initial }) => [name, initial]));
  const workspace = {
    tool: work,
    session: { engine: { started: () => [] }, device: DEVICE, manifest },
    state: { output: { type: 'image/jpeg' } },
    item: { id: 'a', file: new File([], 'a.jpg'), info: { width: 800, height: 600 }, limit: null, result: null },
    settled: { options, own: {}, edits: {} },
    pictures: {},
    kept: () => ({ noise: { facts: { sigma } } }),
    rasters: createRasters(),
  } as unknown as Workspace;
  return outlookOf(workspace).estimateMs;
}

test('the estimate leaves out a network that the measured noise does not need', () => {
  // The device is measured for each estimate, and slower where other programs run at that moment.
  let clock = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => ++clock);
  const [faint, strong] = [estimateWithNoise(0.5), estimateWithNoise(20)];
  now.mockRestore();
  expect(faint).toBeGreaterThan(0);
  expect(strong).toBeGreaterThan(3 * faint);
});
