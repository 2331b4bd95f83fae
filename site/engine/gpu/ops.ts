import { ops } from '../ops/registry.ts';
import { paintedBy } from '../ops/stylise/detail.ts';
import type { LineOptions } from '../ops/stylise/lines.ts';
import type { PaintOptions } from '../ops/stylise/paint.ts';
import type { StrokeOptions } from '../ops/stylise/strokes.ts';
import type { OpContext, OpTable, Plane, Planes } from '../types.ts';
import { openGpu } from './context.ts';
import type { Between, Filters } from './filters.ts';

type Painting = { readonly picture: Planes; readonly flow: Planes; readonly areas: Planes };
type Lining = { readonly tone: Plane; readonly flow: Planes };

/**
 * The slowest operations of drawings on a graphics chip. Where there is none, where it calculates wrongly, or once it
 * was lost, they are those of the processor. `software` allows an emulated chip, for tests.
 */
export function gpuOps({ software }: { readonly software: boolean }) {
  let starting: Promise<Filters | null> | undefined;
  const onChip = async <T>(work: (filters: Filters) => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    starting ??= start(software);
    const filters = await starting;
    if (!filters) return otherwise();
    try {
      return await work(filters);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      starting = Promise.resolve(null);
      return otherwise();
    }
  };
  return {
    'style.paint': (inputs: Painting, params: PaintOptions, context: OpContext): Promise<Planes> =>
      onChip(
        ({ paint }) => paintedBy((input) => paint(input, params, betweenOf(context)), inputs),
        () => ops['style.paint'](inputs, params, context),
      ),
    'style.lines': (inputs: Lining, params: LineOptions, context: OpContext): Promise<Plane> =>
      onChip(
        ({ lines }) => lines(inputs, params, betweenOf(context)),
        () => ops['style.lines'](inputs, params, context),
      ),
    'sketch.strokes': (
      inputs: { readonly flow: Planes },
      params: StrokeOptions & { readonly turn: number },
      context: OpContext,
    ): Promise<Plane> =>
      onChip(
        ({ strokes }) => strokes(inputs.flow, params, betweenOf(context)),
        () => ops['sketch.strokes'](inputs, params, context),
      ),
  } as const satisfies OpTable;
}

const betweenOf =
  ({ progress, checkpoint }: OpContext): Between =>
  (done) => {
    progress(done);
    return checkpoint();
  };

/** Fetched only when a drawing asks for it. Null where the chip cannot be used. */
async function start(software: boolean): Promise<Filters | null> {
  const gpu = openGpu(software);
  if (!gpu) return null;
  try {
    const [{ filtersOn }, { isRight }] = await Promise.all([import('./filters.ts'), import('./self-test.ts')]);
    const filters = filtersOn(gpu);
    if (await isRight(filters)) return filters;
  } catch {
    // Whatever the driver complains of: the processor does the work.
  }
  gpu.close();
  return null;
}
