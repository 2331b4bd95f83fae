import type { Outcome } from '../engine/errors.ts';
import type { Pixels } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import type { Session } from './session.ts';
import type { Output } from './state/state.ts';

type Writing = {
  readonly pixels: Pixels;
  readonly svg?: string | null;
  readonly output: Output;
  readonly original: File;
};

/** Writes the file of a result: the drawing, or the picture in the wanted format. */
export async function encodeResult(
  { engine }: Session,
  { pixels, svg, output, original }: Writing,
  watch: Watch,
): Promise<Outcome<Blob>> {
  if (svg) return { ok: true, value: new Blob([svg], { type: 'image/svg+xml' }) };
  return engine.encode({ pixels, options: { ...output, matte: WHITE }, original }, watch);
}

const WHITE = [255, 255, 255] as const;
