import { done, failed, type Outcome, type ToolError } from '../engine/errors.ts';
import type { Backend, EncodedResult, Encoding, Pixels, Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import type { Attempt } from './attempts.ts';
import { addedSince } from './mask/raster.ts';
import type { PictureRequest, ToolContext } from './picture-request.ts';
import { runPlan, type Start } from './run-plan.ts';
import { editsOf, type Output } from './state/state.ts';
import type { ToolPlan, ToolWork } from './tool.ts';

export type PictureResult = {
  /** The result for a preview; null if it was encoded. */
  readonly pixels: Pixels | null;
  readonly encoded: EncodedResult | null;
  readonly kept: Values;
  readonly notes: readonly ToolError[];
  readonly backend: Backend | null;
  readonly ms: number;
};

export type AttemptRequest = { readonly request: PictureRequest; readonly watch: Watch };

/** Runs a plan and returns its result. */
export async function runAttempt(
  { tool, session }: ToolContext,
  { plan, device: { tileSide } }: Attempt,
  { request, watch }: AttemptRequest,
): Promise<Outcome<PictureResult>> {
  const { result, notes } = plan;
  const encode = encodingOf(plan, request);
  const start = startOf(tool, request);
  const outcome = await runPlan({ tool, session, plan, tileSide, encode, start }, request, watch);
  if (!outcome.ok) return outcome;
  const { values, encoded, backend, ms } = outcome.value;
  const { [result]: value, ...kept } = values;
  const pixels = isPixels(value) ? value : null;
  if (!encoded && !pixels) return failed({ code: 'job.failed', details: `“${result}” is not a picture.` });
  return done({ pixels, encoded, kept, notes: [...notes, ...outcome.value.notes], backend, ms });
}

/** How the worker encodes the result; null for pixels. */
function encodingOf({ result, svg }: ToolPlan, { item, output }: PictureRequest): Encoding | null {
  return output ? { picture: result, svg: svg ?? null, ...encodeRequest(output, item.file) } : null;
}

/** Background colour of formats without transparency. */
const WHITE = [255, 255, 255] as const;

/** How a file in the chosen format is encoded. */
export const encodeRequest = (output: Output, original: File): Pick<Encoding, 'options' | 'original'> => ({
  options: { ...output, matte: WHITE },
  original,
});

function startOf(tool: ToolWork, { item, settings, preview }: PictureRequest): Start | null {
  const { id, info, limit, result } = item;
  if (!tool.mask?.goesOn || preview !== null || limit !== null || !info || !result?.stored) return null;
  if (result.settings.options !== settings.options) return null;
  const mask = addedSince(editsOf(settings, id), editsOf(result.settings, id), info);
  return mask && { pixels: result.stored, mask };
}

const isPixels = (value: Values[string] | undefined): value is Pixels =>
  value !== undefined && 'data' in value && value.data instanceof Uint8ClampedArray;
