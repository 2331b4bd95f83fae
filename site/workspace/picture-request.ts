import { attempt, done, failed, type Outcome } from '../engine/errors.ts';
import type { Manifest } from '../engine/manifest.ts';
import { srgbHexIn } from '../engine/ops/color/display-p3.ts';
import type { ColourStroke, Strokes } from '../engine/ops/colourise/strokes.ts';
import { resizeSoftMask } from '../engine/ops/mask/change.ts';
import type { Mask, PictureInfo, Size, Source, Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import { type Attempt, attemptsOf } from './attempts.ts';
import { strokesOf } from './mask/colours.ts';
import type { Rasters } from './mask/raster.ts';
import type { Session } from './session.ts';
import { variantOf } from './state/edits.ts';
import { editsOf, type Item, type Output, optionsOf, type Settings } from './state/state.ts';
import { type BrushName, brushesOf, type PlanRequest, type ToolPlan, type ToolWork } from './tool.ts';

/** A picture whose header was read, and the settings for it. */
export type PictureRequest = {
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

export type ToolContext = { readonly tool: ToolWork; readonly session: Session };

/** Size at which a picture is processed. */
export function workSize({ width, height }: Size, longSide: number | null): Size {
  const factor = longSide === null ? 1 : Math.min(1, longSide / Math.max(width, height));
  if (factor === 1) return { width, height };
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

export function longSideOf({ item, preview }: PictureRequest): number | null {
  const { info, limit } = item;
  const maxSide = Math.min(preview ?? Number.POSITIVE_INFINITY, limit ?? Number.POSITIVE_INFINITY);
  return info && maxSide < Math.max(info.width, info.height) ? Math.floor(maxSide) : null;
}

export const sourceOf = ({ id, file }: Item): Extract<Source, { kind: 'file' }> => ({
  kind: 'file',
  id,
  name: file.name,
  blob: file,
});

/** Masks by the name of their brush, strokes of colour, and kept values; a preview has another size and goes without those. */
export function valuesOf(tool: ToolWork, request: PictureRequest): Values {
  const { item, kept, preview } = request;
  const size = item.info && workSize(item.info, longSideOf(request));
  const masks = brushesOf(tool).flatMap((brush): readonly (readonly [BrushName, Mask])[] => {
    const mask = maskFor(request, brush);
    return mask && size ? [[brush, resizeSoftMask(mask, size)]] : [];
  });
  const painted = tool.mask?.colours && item.info ? paintedFor(request, item.info) : null;
  return {
    ...(preview === null ? kept : {}),
    ...Object.fromEntries(masks),
    ...(painted && { strokes: { facts: painted } }),
  };
}

/** The painted strokes in the colours of the picture; null without any. */
function paintedFor({ item, settings }: PictureRequest, { width, height, colorSpace }: PictureInfo): Strokes | null {
  const painted = strokesOf(editsOf(settings, item.id), { width, height });
  const inPicture = (stroke: ColourStroke) => ({ ...stroke, ink: srgbHexIn(colorSpace, stroke.ink) });
  return painted && { ...painted, strokes: painted.strokes.map(inPicture) };
}

/** The mask of a brush at the picture's own size; null if it is empty. */
export function maskFor(
  { item, settings, rasters }: Pick<PictureRequest, 'item' | 'settings' | 'rasters'>,
  brush: BrushName,
) {
  return item.info && rasters.maskOf(editsOf(settings, item.id), brush, item.info);
}

export function planRequestOf(tool: ToolWork, session: Session, request: PictureRequest): Outcome<PlanRequest> {
  const { item, settings, preview } = request;
  if (!item.info) return failed({ code: 'file.unreadable', name: item.file.name });
  const values = valuesOf(tool, request);
  return done({
    options: optionsOf(settings, item.id),
    size: workSize(item.info, longSideOf(request)),
    info: item.info,
    device: session.device,
    manifest: session.manifest,
    given: Object.keys(values).concat(Object.keys(request.pictures)),
    values,
    variant: variantOf(editsOf(settings, item.id)),
    preview: preview !== null,
  });
}

/** The attempts by which the tool would do this on the device, the best first. */
export function attemptsFor(tool: ToolWork, session: Session, request: PictureRequest): Outcome<readonly Attempt[]> {
  const planRequest = planRequestOf(tool, session, request);
  if (!planRequest.ok) return planRequest;
  const planWith = (manifest: Manifest): Outcome<ToolPlan> => {
    const plan = attempt(() => tool.plan({ ...planRequest.value, manifest }));
    return plan.ok && planRequest.value.info.hasAlpha ? done(withTransparency(plan.value)) : plan;
  };
  return attemptsOf(planWith, session);
}

/** Counts the copy of a transparent picture that operations read, with other colours in its clear pixels. */
const withTransparency = (plan: ToolPlan): ToolPlan => ({
  ...plan,
  needs: { ...plan.needs, workCopies: plan.needs.workCopies + 1 },
});

/** The plan of the first attempt, for estimates and notes before the start. */
export function firstAttempt(tool: ToolWork, session: Session, request: PictureRequest): Outcome<Attempt> {
  const attempts = attemptsFor(tool, session, request);
  return attempts.ok ? done(attempts.value[0] as Attempt) : attempts;
}

/** Reads a picture file and returns its header. */
export const openItem = ({ engine }: Session, item: Item, watch: Watch) => engine.open(sourceOf(item), watch);
