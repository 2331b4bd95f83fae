import { ops } from '../ops/registry.ts';
import { paintWithDetail } from '../ops/stylise/detail.ts';
import type { LineOptions } from '../ops/stylise/lines.ts';
import type { PaintOptions } from '../ops/stylise/paint.ts';
import type { StrokeOptions } from '../ops/stylise/strokes.ts';
import type { OpContext, OpTable, Plane, Planes } from '../types.ts';
import { type Gpu, openGpu } from './context.ts';
import type { GpuFilters, OnStrip } from './filters.ts';

type PaintInputs = { readonly picture: Planes; readonly flow: Planes; readonly areas: Planes };
type LineInputs = { readonly tone: Plane; readonly flow: Planes };

/**
 * Operations of drawings that run on the GPU. They fall back to the CPU without a GPU, if its results are wrong, and after the
 * context was lost. `software` allows an emulated GPU, for tests.
 */
export function gpuOps({ software }: { readonly software: boolean }) {
  let opening: Promise<OpenFilters | null> | undefined;
  const onGpu = async <T>(work: (filters: GpuFilters) => Promise<T>, onCpu: () => Promise<T>): Promise<T> => {
    opening ??= openFilters(software);
    const opened = await opening;
    if (!opened) return onCpu();
    try {
      return await work(opened.filters);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      opening = Promise.resolve(null);
      opened.gpu.close();
      return onCpu();
    }
  };
  return {
    'style.paint': (inputs: PaintInputs, params: PaintOptions, context: OpContext): Promise<Planes> =>
      onGpu(
        ({ paint }) => paintWithDetail((input) => paint(input, params, onStripOf(context)), inputs),
        () => ops['style.paint'](inputs, params, context),
      ),
    'style.lines': (inputs: LineInputs, params: LineOptions, context: OpContext): Promise<Plane> =>
      onGpu(
        ({ lines }) => lines(inputs, params, onStripOf(context)),
        () => ops['style.lines'](inputs, params, context),
      ),
    'sketch.strokes': (
      inputs: { readonly flow: Planes },
      params: StrokeOptions & { readonly turn: number },
      context: OpContext,
    ): Promise<Plane> =>
      onGpu(
        ({ strokes }) => strokes(inputs.flow, params, onStripOf(context)),
        () => ops['sketch.strokes'](inputs, params, context),
      ),
  } as const satisfies OpTable;
}

const onStripOf =
  ({ progress, checkpoint }: OpContext): OnStrip =>
  (done) => {
    progress(done);
    return checkpoint();
  };

type OpenFilters = { readonly gpu: Gpu; readonly filters: GpuFilters };

/** Opens the GPU and loads the filters on first use; null if the GPU cannot be used. */
async function openFilters(software: boolean): Promise<OpenFilters | null> {
  const gpu = openGpu(software);
  if (!gpu) return null;
  try {
    const [{ createGpuFilters }, { matchesCpu }] = await Promise.all([
      import('./filters.ts'),
      import('./self-test.ts'),
    ]);
    const filters = createGpuFilters(gpu);
    if (await matchesCpu(filters)) return { gpu, filters };
  } catch {
    // Any error of the driver: fall back to the CPU.
  }
  gpu.close();
  return null;
}
