import { mapTo } from '../map-to.ts';
import { edgeConsensus } from './edge-consensus.ts';
import { type Effort, labelPatch } from './labelling.ts';
import { fitOverlay, isNeutral } from './overlay-fit.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import type { EstimatedOverlay, Overlay, Patch } from './patches.ts';

/** The strokes of a watermark, one byte (0 or 1) a pixel, and their overlay. */
export type Strokes = { readonly labels: Uint8Array; readonly overlay: EstimatedOverlay };

/** `gain` is the decrease of energy that the strokes bring; null if the mask itself was taken as the strokes. */
export type FoundStrokes = Strokes & { readonly gain: number | null };

type LabelledStrokes = Strokes & { readonly gain: number };
type ScoredStrokes = LabelledStrokes & { readonly score: number };

/**
 * Finds the strokes inside the mask; null if no overlay explains anything. A mask that follows the watermark closely is
 * taken as the strokes. Otherwise each overlay that the edges agree on, and the one that the overlay network indicates,
 * labels strokes; the one with the highest gain is refined. `opacity` fixes the opacity. Yields the fraction done.
 */
export function* findStrokes(
  patch: Patch,
  opacity: number | null,
  parameters: MarkParameters = MARKS,
): Generator<number, FoundStrokes | null> {
  const { strokes, maxOpacity } = parameters;
  const wholeMask = mapTo(Uint8Array, patch.mask, (value) => (value > 0 ? 1 : 0));
  const maskOverlay = fitOverlay(patch, wholeMask, { opacity, parameters });
  const maskConfidence = maskOverlay
    ? maskOverlay.confidence * (isNeutral(maskOverlay) ? 1 : strokes.mask.colouredWeight)
    : 0;
  if (maskOverlay && maskConfidence > strokes.mask.minConfidence)
    return { labels: wholeMask, overlay: { ...maskOverlay, confidence: maskConfidence }, gain: null };
  let best: ScoredStrokes | null = null;
  const consensus = edgeConsensus(patch, parameters);
  for (const { score, ...overlay } of consensus.candidates(overlayOfDrawn(patch, parameters))) {
    yield 0.2;
    const candidate = opacity === null ? overlay : { ...overlay, opacity };
    const found = yield* labelStrokes(patch, candidate, hypothesisEffort(parameters));
    const agreed = score * agreement(patch, found, { opacity, parameters });
    if (!best || agreed * found.gain > best.score * best.gain) best = { ...found, score: agreed };
  }
  const fitted = best && fitOverlay(patch, best.labels, { opacity, parameters });
  const refined =
    fitted && fitted.opacity < maxOpacity && (yield* labelStrokes(patch, fitted, finalEffort(parameters)));
  const found = refined && best && refined.gain > strokes.minRefinedGain * best.gain ? refined : best;
  if (best && found && found.gain > 0 && areaOf(found.labels) > strokes.minCoverage * areaOf(wholeMask)) {
    const { score } = consensus.score(found.overlay);
    const isPale = isNeutral(found.overlay) && found.overlay.opacity < strokes.maxPaleOpacity;
    const weight = isNeutral(found.overlay) ? 1 : strokes.colouredWeight;
    const agreed = isPale ? 1 : agreement(patch, found, { opacity, parameters });
    const confidence =
      (weight * agreed * score * found.gain) / (strokes.certainGain * Math.max(1, borderLength(patch, found.labels)));
    return { ...found, overlay: { ...found.overlay, confidence: Math.min(1, confidence) } };
  }
  return maskOverlay && maskConfidence > 0
    ? { labels: wholeMask, overlay: { ...maskOverlay, confidence: maskConfidence }, gain: null }
    : null;
}

const areaOf = (labels: Uint8Array): number => labels.reduce((sum, label) => sum + label, 0);

type AgreementOptions = { readonly opacity: number | null; readonly parameters: MarkParameters };

/**
 * Agreement 0..1 of the overlay that is fitted to the strokes' borders with the overlay that labelled them: equal for a
 * real watermark, different for strokes found by chance.
 */
function agreement(patch: Patch, { labels, overlay }: Strokes, { opacity, parameters }: AgreementOptions): number {
  const fitted = fitOverlay(patch, labels, { opacity, parameters });
  if (!fitted) return 0;
  let sum = 0;
  for (let channel = 0; channel < 3; channel++) {
    const overBlack = fitted.opacity * fitted.colour[channel]! - overlay.opacity * overlay.colour[channel]!;
    const overWhite = overBlack - fitted.opacity + overlay.opacity;
    sum += Math.abs(overBlack) + Math.abs(overWhite);
  }
  return Math.exp(-((sum / 6 / parameters.strokes.agreementTolerance) ** 2));
}

/** The overlay of the strokes that the network drew; null if there are none or they are nearly opaque. */
export function overlayOfDrawn({ drawn, ...patch }: Patch, parameters: MarkParameters = MARKS): Overlay | null {
  if (!drawn) return null;
  const { strokes, maxOpacity } = parameters;
  const labels = patch.mask.map((value, i) => (value > 0 && drawn[i]! > strokes.minDrawnProbability ? 1 : 0));
  const isEnough = areaOf(labels) > strokes.minCoverage * areaOf(patch.mask);
  const overlay = isEnough ? fitOverlay(patch, labels, { opacity: null, parameters }) : null;
  return overlay && overlay.opacity < maxOpacity ? overlay : null;
}

/** Effort of labelling one of several hypotheses. */
export const hypothesisEffort = (parameters: MarkParameters): Effort => ({
  passes: parameters.strokes.passes.hypothesis,
  rounds: 0,
  parameters,
});

/** Effort of labelling strokes that are returned. */
export const finalEffort = (parameters: MarkParameters): Effort => ({
  passes: parameters.strokes.passes.final,
  rounds: parameters.strokes.finalRounds,
  parameters,
});

/** Labels the strokes of a given overlay; their confidence is 1. Yields the fraction done. */
export function* labelStrokes(
  patch: Patch,
  { colour, opacity }: Overlay,
  effort: Effort,
): Generator<number, LabelledStrokes> {
  const { labels, gain } = yield* labelPatch(patch, { colour, opacity }, effort);
  return { labels, overlay: { colour, opacity, confidence: 1 }, gain };
}

/** Number of pixels that differ from the pixel on their left or above. */
export function borderLength({ width }: Pick<Patch, 'width'>, labels: Uint8Array): number {
  let count = 0;
  for (let i = width; i < labels.length; i++)
    if (labels[i] !== labels[i - 1] || labels[i] !== labels[i - width]) count++;
  return count;
}
