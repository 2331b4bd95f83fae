import { choosePlan } from '../capability/choose.ts';
import type { Watch } from '../engine.ts';
import { failed, type Outcome, type ToolError } from '../errors.ts';
import type { Backend, Pixels, Size, Source, Values } from '../types.ts';
import type { Session } from './session.ts';
import type { Item, Output, Settings } from './state/state.ts';
import { maskOf, scaled } from './strokes.ts';
import type { ToolPlan, ToolWork } from './tool.ts';

/** What is asked for: a picture that was read, and the settings for it. */
export type Wanted = {
  readonly item: Item;
  readonly settings: Settings;
  /** Further pictures by the name of their field. */
  readonly pictures: { readonly [field: string]: File };
  /** Values of an earlier run on this picture. */
  readonly kept: Values;
  /** Longer side of a preview; null for the real work. */
  readonly preview: number | null;
};

export type Made = {
  readonly pixels: Pixels;
  readonly kept: Values;
  readonly notes: readonly ToolError[];
  readonly backend: Backend | null;
  readonly ms: number;
};

/** Size at which a picture is worked on. */
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

/** Reads a picture and says what it is. */
export const openItem = ({ engine }: Session, item: Item, watch: Watch) => engine.open(sourceOf(item), watch);

/** What the tool would do with these settings, without doing it: for estimates and notes before the start. */
export function planOf(tool: ToolWork, session: Session, wanted: Wanted): Outcome<ToolPlan> {
  const { item, settings, preview } = wanted;
  if (!item.info) return failed({ code: 'file.unreadable', name: item.file.name });
  return tool.plan({
    options: settings.options,
    size: workSize(item.info, longSideOf(wanted)),
    info: item.info,
    device: session.device,
    manifest: session.manifest,
    given: Object.keys(valuesOf(tool, wanted)).concat(Object.keys(wanted.pictures)),
    preview: preview !== null,
  });
}

/** Plans the work, looks whether the device bears it, and does it. */
export async function runTool(
  { tool, session }: { readonly tool: ToolWork; readonly session: Session },
  wanted: Wanted,
  watch: Watch,
): Promise<Outcome<Made>> {
  const plan = planOf(tool, session, wanted);
  if (!plan.ok) return plan;
  const { steps, result, keeps, needs, notes } = plan.value;
  const chosen = choosePlan(needs, session.device);
  if (!chosen.ok) return chosen;
  const longSide = longSideOf(wanted);
  const pictures = Object.entries(wanted.pictures).map(([name, file]): [string, Source] => [
    name,
    { kind: 'file', id: `${name}:${file.name}:${file.size}:${file.lastModified}`, name: file.name, blob: file },
  ]);
  const job = {
    source: sourceOf(wanted.item),
    ...(longSide === null ? {} : { longSide }),
    values: valuesOf(tool, wanted),
    pictures: Object.fromEntries(pictures),
    steps,
    results: [...new Set([result, ...(wanted.preview === null ? keeps : [])])],
  };
  const request = { job, tileSide: chosen.value.tileSide, preview: wanted.preview !== null };
  const outcome = await session.engine.run(request, watch);
  if (!outcome.ok) return failed(withWayOut(outcome.error, needs.output));
  const { [result]: pixels, ...kept } = outcome.value.values;
  if (!isPixels(pixels)) return failed({ code: 'job.failed', details: `“${result}” is not a picture.` });
  const { backend, ms } = outcome.value;
  return { ok: true, value: { pixels, kept, notes: [...notes, ...outcome.value.notes], backend, ms } };
}

/** Writes the file of a result. */
export function encodeResult(
  { engine }: Session,
  { pixels, output, original }: { readonly pixels: Pixels; readonly output: Output; readonly original: File },
  watch: Watch,
): Promise<Outcome<Blob>> {
  return engine.encode({ pixels, options: { ...output, matte: WHITE }, original }, watch);
}

const WHITE = [255, 255, 255] as const;

function longSideOf({ item, preview }: Wanted): number | null {
  const { info, limit } = item;
  const wanted = Math.min(preview ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY);
  return info && wanted < Math.max(info.width, info.height) ? Math.floor(wanted) : null;
}

/** Brushed masks by the name of their brush, and kept values; a preview has another size and goes without those. */
function valuesOf(tool: ToolWork, wanted: Wanted): Values {
  const { item, settings, kept, preview } = wanted;
  const strokes = settings.strokes[item.id] ?? [];
  if (!item.info || strokes.length === 0) return preview === null ? kept : {};
  const size = workSize(item.info, longSideOf(wanted));
  const fitting = scaled(strokes, size.width / item.info.width);
  const masks = tool.brushes.flatMap((brush) => {
    const mask = maskOf(fitting, brush, size);
    return mask ? [[brush, mask] as const] : [];
  });
  return { ...(preview === null ? kept : {}), ...Object.fromEntries(masks) };
}

/** Memory that ran out while working names no size: half of it is worth a try. */
function withWayOut(error: ToolError, { width, height }: Size): ToolError {
  if (error.code !== 'device.outOfMemory' || error.wayOut || Math.max(width, height) < 256) return error;
  return { ...error, wayOut: { width: Math.floor(width / 2), height: Math.floor(height / 2) } };
}

const isPixels = (value: Values[string] | undefined): value is Pixels =>
  value !== undefined && 'data' in value && value.data instanceof Uint8ClampedArray;
