import { attemptPlan } from '../engine/capability/choose.ts';
import { attempt, done, failed, type Outcome, type ToolError } from '../engine/errors.ts';
import { cropMask } from '../engine/ops/crop.ts';
import { boundsOf, resizeSoftMask } from '../engine/ops/mask/change.ts';
import type {
  Backend,
  EncodedResult,
  Encoding,
  JobResult,
  Mask,
  Pixels,
  Size,
  Source,
  StoredPixels,
  Values,
} from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { type Attempt, attemptsOf, referenceMsOf } from './attempts.ts';
import { drawnInto } from './mask/choice.ts';
import { strokesOf } from './mask/colours.ts';
import { addedSince, type Rasters } from './mask/raster.ts';
import { rememberPace } from './pace.ts';
import type { Session } from './session.ts';
import type { MaskEdit } from './state/edits.ts';
import { editsOf, type Item, type Output, type Settings } from './state/state.ts';
import {
  autoOf,
  type BrushName,
  brushesOf,
  type MaskSuggestion,
  type PlanRequest,
  type ToolPlan,
  type ToolWork,
} from './tool.ts';

/** A picture whose header was read, and the settings for it. */
export type Wanted = {
  readonly item: Item;
  readonly settings: Settings;
  /** Further pictures by the name of their field. */
  readonly pictures: { readonly [field: string]: File };
  /** Values of an earlier run on this picture. */
  readonly kept: Values;
  /** Longer side of a preview; null for the real work. */
  readonly preview: number | null;
  readonly rasters: Rasters;
  /** Format of the file to encode; without one the result is returned as pixels. */
  readonly output?: Output;
};

export type Made = {
  /** The result for a preview; null if it was encoded. */
  readonly pixels: Pixels | null;
  readonly encoded: EncodedResult | null;
  readonly kept: Values;
  readonly notes: readonly ToolError[];
  readonly backend: Backend | null;
  readonly ms: number;
};

/** Size at which a picture is processed. */
export function workSize({ width, height }: Size, longSide: number | null): Size {
  const factor = longSide === null ? 1 : Math.min(1, longSide / Math.max(width, height));
  if (factor === 1) return { width, height };
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

const sourceOf = ({ id, file }: Item): Extract<Source, { kind: 'file' }> => ({
  kind: 'file',
  id,
  name: file.name,
  blob: file,
});

/** Reads a picture file and returns its header. */
export const openItem = ({ engine }: Session, item: Item, watch: Watch) => engine.open(sourceOf(item), watch);

/** The attempts by which the tool would do this on the device, the best first. */
export function attemptsFor(tool: ToolWork, session: Session, wanted: Wanted): Outcome<readonly Attempt[]> {
  const request = requestOf(tool, session, wanted);
  if (!request.ok) return request;
  return attemptsOf((manifest) => attempt(() => tool.plan({ ...request.value, manifest })), session);
}

/** The plan of the first attempt, for estimates and notes before the start. */
export function firstAttempt(tool: ToolWork, session: Session, wanted: Wanted): Outcome<Attempt> {
  const attempts = attemptsFor(tool, session, wanted);
  return attempts.ok ? done(attempts.value[0] as Attempt) : attempts;
}

function requestOf(tool: ToolWork, session: Session, wanted: Wanted): Outcome<PlanRequest> {
  const { item, settings, preview } = wanted;
  if (!item.info) return failed({ code: 'file.unreadable', name: item.file.name });
  const values = valuesOf(tool, wanted);
  return done({
    options: settings.options,
    size: workSize(item.info, longSideOf(wanted)),
    info: item.info,
    device: session.device,
    manifest: session.manifest,
    given: Object.keys(values).concat(Object.keys(wanted.pictures)),
    values,
    preview: preview !== null,
  });
}

/** Longer side of previews in pixels: about what a screen shows of a picture. */
export const PREVIEW_SIDE_PX = 1280;

/** A preview before the result is worth its time if it takes at most this fraction of it. */
const MAX_PREVIEW_FRACTION = 0.35;

/** Whether the visitor sees a preview long before the result: a large picture, whose work takes longer than its networks. */
export function isPreviewQuick({ tool, session }: Bench, wanted: Wanted): boolean {
  const { info } = wanted.item;
  if (!info || (PREVIEW_SIDE_PX / Math.max(info.width, info.height)) ** 2 > MAX_PREVIEW_FRACTION) return false;
  const whole = firstAttempt(tool, session, wanted);
  const quick = firstAttempt(tool, session, { ...wanted, kept: {}, preview: PREVIEW_SIDE_PX });
  if (!whole.ok || !quick.ok) return false;
  return referenceMsOf(quick.value, session) <= MAX_PREVIEW_FRACTION * referenceMsOf(whole.value, session);
}

export type Bench = { readonly tool: ToolWork; readonly session: Session };

export type Order = { readonly wanted: Wanted; readonly watch: Watch };

/** Runs a plan and returns its result. */
export async function runAttempt(
  { tool, session }: Bench,
  { plan, device: { tileSide } }: Attempt,
  { wanted, watch }: Order,
): Promise<Outcome<Made>> {
  const { result, notes } = plan;
  const encode = encodingOf(plan, wanted);
  const start = startOf(tool, wanted);
  const outcome = await carryOut({ tool, session, plan, tileSide, encode, start }, wanted, watch);
  if (!outcome.ok) return outcome;
  const { values, encoded, backend, ms } = outcome.value;
  const { [result]: value, ...kept } = values;
  const pixels = isPixels(value) ? value : null;
  if (!encoded && !pixels) return failed({ code: 'job.failed', details: `“${result}” is not a picture.` });
  return done({ pixels, encoded, kept, notes: [...notes, ...outcome.value.notes], backend, ms });
}

/** How the worker encodes the result; null for pixels. */
function encodingOf({ result, svg }: ToolPlan, { item, output }: Wanted): Encoding | null {
  return output ? { picture: result, svg: svg ?? null, ...encodeRequest(output, item.file) } : null;
}

/** Background colour of formats without transparency. */
const WHITE = [255, 255, 255] as const;

/** How a file in the chosen format is encoded. */
export const encodeRequest = (output: Output, original: File): Pick<Encoding, 'options' | 'original'> => ({
  options: { ...output, matte: WHITE },
  original,
});

/** Runs the measurements of a plan, without networks; returns values that the job receives again. */
export async function measureItem({ tool, session }: Bench, wanted: Wanted, watch: Watch): Promise<Outcome<Values>> {
  const planned = firstAttempt(tool, session, wanted);
  if (!planned.ok) return planned;
  const { plan } = planned.value;
  const steps = plan.steps.filter(({ op, stage }) => stage === 'analyse' && !op.startsWith('net.'));
  const [first, ...keeps] = plan.keeps.filter((name) => steps.some(({ output }) => output === name));
  if (first === undefined) return done({});
  const measuring = { ...plan, steps, result: first, keeps };
  const outcome = await carryOut({ tool, session, plan: measuring, tileSide: 0 }, wanted, watch);
  return outcome.ok ? done(outcome.value.values) : outcome;
}

/** The mask that a tool suggests as the first step of a picture; null if it finds none or has no suggestion. */
export async function firstEdit(
  { tool, session }: Bench,
  wanted: Wanted,
  watch: Watch,
): Promise<Outcome<MaskEdit | null>> {
  const suggestion = autoOf(tool);
  if (!suggestion || editsOf(wanted.settings, wanted.item.id)) return done(null);
  const found = await runSuggestion({ tool, session, suggestion }, wanted, watch);
  // The tool's plan works without the suggestion.
  if (!found.ok) return found.error.code === 'model.missingNoFallback' ? done(null) : found;
  const box = boundsOf(found.value);
  if (!box) return done(null);
  const data = cropMask(found.value, box).data;
  return done({ kind: 'found', ...drawnInto(brushesOf(tool), 'add'), box, data });
}

/** Runs a suggestion of a tool; returns a mask of the picture's own size. */
export async function runSuggestion(
  { tool, session, suggestion }: Bench & { readonly suggestion: MaskSuggestion },
  wanted: Wanted,
  watch: Watch,
): Promise<Outcome<Mask>> {
  const request = requestOf(tool, session, wanted);
  if (!request.ok) return request;
  const plan = attempt(() => suggestion.plan(request.value));
  if (!plan.ok) return plan;
  const chosen = attemptPlan(plan.value.needs, session.device);
  if (!chosen.ok) return chosen;
  const { tileSide } = chosen.value;
  const found = maskIn(await carryOut({ tool, session, plan: plan.value, tileSide }, wanted, watch), plan.value.result);
  return found.ok && wanted.item.info ? done(resizeSoftMask(found.value, wanted.item.info)) : found;
}

/** The last result and the mask drawn since, from which a job continues. */
type Start = { readonly pixels: StoredPixels; readonly mask: Mask };

function startOf(tool: ToolWork, { item, settings, preview }: Wanted): Start | null {
  const { id, info, limit, result } = item;
  if (!tool.mask?.goesOn || preview !== null || limit !== null || !info || !result?.stored) return null;
  if (result.settings.options !== settings.options) return null;
  const mask = addedSince(editsOf(settings, id), editsOf(result.settings, id), info);
  return mask && { pixels: result.stored, mask };
}

type Work = Bench & {
  readonly plan: ToolPlan;
  readonly tileSide: number;
  readonly start?: Start | null;
  readonly encode?: Encoding | null;
};

async function carryOut(
  { tool, session, plan, tileSide, start = null, encode = null }: Work,
  wanted: Wanted,
  watch: Watch,
): Promise<Outcome<JobResult>> {
  const { steps, result, keeps, needs } = plan;
  const longSide = longSideOf(wanted);
  const pictures = Object.entries(wanted.pictures).map(([name, file]): [string, Source] => [
    name,
    { kind: 'file', id: `${name}:${file.name}:${file.size}:${file.lastModified}`, name: file.name, blob: file },
  ]);
  const job = {
    source: start ? { kind: 'pixels' as const, id: crypto.randomUUID(), pixels: start.pixels } : sourceOf(wanted.item),
    ...(longSide === null ? {} : { longSide }),
    values: { ...valuesOf(tool, wanted), ...(start && { mask: start.mask }) },
    pictures: Object.fromEntries(pictures),
    steps,
    results: [...new Set([...(encode ? [] : [result]), ...(wanted.preview === null ? keeps : [])])],
    ...(encode && { encode }),
  };
  const request = { job, tileSide, preview: wanted.preview !== null };
  const outcome = await session.engine.run(request, watch);
  if (!outcome.ok) return failed(withSuggestedSize(outcome.error, needs.output));
  rememberPace(outcome.value.networks);
  return outcome;
}

/** The mask that a job returned. */
export function maskIn(made: Outcome<{ readonly values: Values }>, name: string): Outcome<Mask> {
  if (!made.ok) return made;
  const value = made.value.values[name];
  if (value && 'data' in value && value.data instanceof Uint8Array) return done(value as Mask);
  return failed({ code: 'job.failed', details: `“${name}” is not a mask.` });
}

function longSideOf({ item, preview }: Wanted): number | null {
  const { info, limit } = item;
  const wanted = Math.min(preview ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY);
  return info && wanted < Math.max(info.width, info.height) ? Math.floor(wanted) : null;
}

/** Masks by the name of their brush, strokes of colour, and kept values; a preview has another size and goes without those. */
function valuesOf(tool: ToolWork, wanted: Wanted): Values {
  const { item, kept, preview } = wanted;
  const size = item.info && workSize(item.info, longSideOf(wanted));
  const masks = brushesOf(tool).flatMap((brush): readonly (readonly [BrushName, Mask])[] => {
    const mask = maskFor(wanted, brush);
    return mask && size ? [[brush, resizeSoftMask(mask, size)]] : [];
  });
  const painted = tool.mask?.colours && item.info ? strokesOf(editsOf(wanted.settings, item.id), item.info) : null;
  return {
    ...(preview === null ? kept : {}),
    ...Object.fromEntries(masks),
    ...(painted && { strokes: { facts: painted } }),
  };
}

/** The mask of a brush at the picture's own size; null if it is empty. */
export function maskFor({ item, settings, rasters }: Pick<Wanted, 'item' | 'settings' | 'rasters'>, brush: BrushName) {
  return item.info && rasters.maskOf(editsOf(settings, item.id), brush, item.info);
}

/** If memory runs out during the work, no size is known to fit: suggest half. */
function withSuggestedSize(error: ToolError, { width, height }: Size): ToolError {
  if (error.code !== 'device.outOfMemory' || error.suggestedSize || Math.max(width, height) < 256) return error;
  return { ...error, suggestedSize: { width: Math.floor(width / 2), height: Math.floor(height / 2) } };
}

const isPixels = (value: Values[string] | undefined): value is Pixels =>
  value !== undefined && 'data' in value && value.data instanceof Uint8ClampedArray;
