import { done, failed, type Outcome, type ToolError } from '../engine/errors.ts';
import type { Backend, EncodedResult, Encoding, Geometry, Pixels, Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { shownFile } from '../engine/workers/shown-file.ts';
import type { Attempt } from './attempts.ts';
import { addedSince } from './mask/raster.ts';
import type { PictureRequest, ToolContext } from './picture-request.ts';
import { runPlan, type Start } from './run-plan.ts';
import { afterOf, type Base, editsOf, type Output, optionsOf } from './state/state.ts';
import type { ToolPlan, ToolWork } from './tool.ts';

export type PictureResult = {
  /** The result for a preview; null if it was encoded. */
  readonly pixels: Pixels | null;
  readonly encoded: EncodedResult | null;
  readonly kept: Values;
  /** The result that was continued. */
  readonly base: Base | null;
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
  const base = baseOf(tool, request);
  const start = base && startAt(base, request);
  const outcome = await runPlan({ tool, session, plan, tileSide, encode, start }, request, watch);
  if (!outcome.ok) return outcome;
  const { values, encoded, backend, ms } = outcome.value;
  const { [result]: value, ...kept } = values;
  const pixels = isPixels(value) ? value : null;
  if (!encoded && !pixels) return failed({ code: 'job.failed', details: `“${result}” is not a picture.` });
  // So that the view shows it at once.
  if (encoded) await shownFile(encoded.file);
  const allNotes = [...notes, ...outcome.value.notes];
  return done({ pixels, encoded, kept, base: start && base, notes: allNotes, backend, ms });
}

/** How the worker encodes the result; null for pixels. */
function encodingOf({ result, svg }: ToolPlan, { item, output, settings }: PictureRequest): Encoding | null {
  if (!output) return null;
  const { file, id } = item;
  return { picture: result, svg: svg ?? null, ...encodeRequest(output, file, afterOf(settings, id)) };
}

/** Background colour of formats without transparency. */
const WHITE = [255, 255, 255] as const;

/** How a file in the chosen format is encoded. */
export const encodeRequest = (
  output: Output,
  original: File,
  geometry: Geometry | null,
): Pick<Encoding, 'options' | 'original'> => ({
  options: { ...output, geometry, matte: WHITE },
  original,
});

/** The result that a job continues: the last one, or for another filling the one before it; null for the picture itself. */
function baseOf(tool: ToolWork, { item, settings, preview }: PictureRequest): Base | null {
  const { id, limit, result } = item;
  if (!tool.mask?.goesOn || preview !== null || limit !== null || !result) return null;
  if (optionsOf(result.settings, id) !== optionsOf(settings, id)) return null;
  if (editsOf(settings, id)?.last.kind === 'again') return result.base;
  return result.stored && { stored: result.stored, settings: result.settings };
}

/** The pixels of a base and the mask drawn since; null if more changed than that something was marked. */
function startAt({ stored, settings }: Base, request: PictureRequest): Start | null {
  const { id, info } = request.item;
  const mask = info && addedSince(editsOf(request.settings, id), editsOf(settings, id), info);
  return mask && { pixels: stored, mask };
}

const isPixels = (value: Values[string] | undefined): value is Pixels =>
  value !== undefined && 'data' in value && value.data instanceof Uint8ClampedArray;
