import type { Size } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import { edgeLines, MOST_OPACITY } from './edge-lines.ts';
import { labelled } from './labelling.ts';
import { fitOverlay, isPure, type Mix, type Overlay, type Patch } from './overlay.ts';

/** Passes for each guess, and for the best of them; that is looked for again so many times where strokes would go on. */
const PASSES = { guess: 5, best: 10 } as const;
const ROUNDS = 2;

/** Opacity by which the best guess may be off. */
const STEP = 0.04;

/** What is measured at the borders is surer than which opacity gains most, where it gains that much of it. */
const AS_GOOD = 0.8;

/** What a pixel of border gains, times the score of the edges, for a sure mark; chance seldom gives a tenth of it. */
const SURE = 18;

/**
 * Parts and holes that are smaller than that share of all strokes and than that many squares of their mean width, or than
 * that many pixels, are chance. Among many letters, the dots and holes of each are a small share of all.
 */
const SPECK = { share: 0.004, wide: 0.3, least: 6 } as const;

/** Taking out less white or black than that does less harm than filling, where what borders tell is not sure. */
const PALE = 0.3;

/** As far as that two marks are the same, in 0..1 of the colours over black and white. */
const AGREES = 0.03;

/** The strokes of a mark, one byte a pixel, and what they are made of. */
export type Strokes = { readonly labels: Uint8Array; readonly overlay: Overlay };

/** `gain` is how much likelier the picture is without them; null where the mask itself was taken. */
export type Found = Strokes & { readonly gain: number | null };

/** Strokes are at least that share of the field around them. */
const LEAST = 0.03;

const areaOf = (labels: Uint8Array): number => labels.reduce((sum, label) => sum + label, 0);

/** A mask whose borders explain that much is the mark itself, not a field around it. */
const TIGHT = 0.1;

/** Lines of the picture itself look like a mark of some colour, hardly ever like one of pure white or black. */
const CHANCE = 0.5;
const COLOURED = 0.35;

/**
 * Finds the strokes inside the mask. A mask that follows the mark is taken as it is; else colours and opacities that
 * edges inside agree on, or strokes that a network told, are tried, and the one whose strokes make the picture below
 * likeliest is made exact. Null where nothing is explained. Yields its share done.
 */
export function* findStrokes(patch: Patch, opacity: number | null): Generator<number, Found | null> {
  const whole = Uint8Array.from(patch.mask, (value) => (value > 0 ? 1 : 0));
  const tight = fitOverlay(patch, whole, opacity);
  const trust = tight ? tight.trust * (isPure(tight) ? 1 : CHANCE) : 0;
  if (tight && trust > TIGHT) return { labels: whole, overlay: { ...tight, trust }, gain: null };
  let best: Scored | null = null;
  const lines = edgeLines(patch);
  for (const { score, ...mix } of lines.likely(toldMix(patch))) {
    yield 0.2;
    const found = yield* strokesOf(patch, opacity === null ? mix : { ...mix, opacity }, PASSES.guess);
    const sure = score * agreement(patch, found, opacity);
    if (!best || sure * found.gain > best.score * best.gain) best = { ...found, score: sure };
  }
  if (best && opacity === null) best = yield* nearer(patch, best);
  const fit = best && fitOverlay(patch, best.labels, opacity);
  const refined = fit && fit.opacity < MOST_OPACITY && (yield* strokesOf(patch, fit, PASSES.best));
  const found = refined && best && refined.gain > AS_GOOD * best.gain ? refined : best;
  if (best && found && found.gain > 0 && areaOf(found.labels) > LEAST * areaOf(whole)) {
    const { score } = lines.rank(found.overlay);
    const worth = isPure(found.overlay) ? 1 : COLOURED;
    const agrees = isPure(found.overlay) && found.overlay.opacity < PALE ? 1 : agreement(patch, found, opacity);
    const sure = (worth * agrees * score * found.gain) / (SURE * Math.max(1, borderLength(patch, found.labels)));
    return { ...found, overlay: { ...found.overlay, trust: Math.min(1, sure) } };
  }
  return tight && trust > 0 ? { labels: whole, overlay: { ...tight, trust }, gain: null } : null;
}

/**
 * How well what the borders of the strokes tell by themselves agrees with what the strokes were looked for with, 0..1:
 * borders of a true mark tell the same, chance's something else.
 */
function agreement(patch: Patch, { labels, overlay }: Strokes, opacity: number | null): number {
  const seen = fitOverlay(patch, labels, opacity);
  if (!seen) return 0;
  let sum = 0;
  for (let channel = 0; channel < 3; channel++) {
    // Over black, and over white.
    const black = seen.opacity * seen.colour[channel]! - overlay.opacity * overlay.colour[channel]!;
    sum += Math.abs(black) + Math.abs(black - seen.opacity + overlay.opacity);
  }
  return Math.exp(-((sum / 6 / AGREES) ** 2));
}

/** What the strokes that a network told are made of. */
export function toldMix({ drawn, ...patch }: Patch): Mix | null {
  if (!drawn) return null;
  const labels = patch.mask.map((value, i) => (value > 0 && drawn[i]! > 0.5 ? 1 : 0));
  const told = areaOf(labels) > LEAST * areaOf(patch.mask) ? fitOverlay(patch, labels, null) : null;
  return told && told.opacity < MOST_OPACITY ? told : null;
}

type Likely = Strokes & { readonly gain: number };
type Scored = Likely & { readonly score: number };

/** The same with a little more or less opacity, where that gains. */
function* nearer(patch: Patch, start: Scored): Generator<number, Scored> {
  let best = start;
  const { colour, opacity } = start.overlay;
  for (const other of [opacity - STEP, opacity + STEP]) {
    yield 0.6;
    if (other < STEP || other > MOST_OPACITY) continue;
    const found = yield* strokesOf(patch, { colour, opacity: other }, PASSES.guess);
    if (found.gain > best.gain) best = { ...found, score: start.score };
  }
  return best;
}

/** The strokes of a mark that is made of this: for what is known of a mark. Letters of any ink: `words.ts`. */
export function* strokesOf(patch: Patch, mix: Mix, passes: number = PASSES.best): Generator<number, Likely> {
  const { labels, gain } = yield* labelled(patch, mix, { passes, rounds: passes < PASSES.best ? 0 : ROUNDS });
  const { colour, opacity } = mix;
  return { labels: withoutSpecks(patch, labels), overlay: { colour, opacity, trust: 1 }, gain };
}

/** Small parts are taken out, small holes closed. */
export function withoutSpecks({ width, height }: Size, labels: Uint8Array): Uint8Array {
  const area = areaOf(labels);
  const wide = (2 * area) / Math.max(1, borderLength({ width }, labels));
  const least = Math.max(SPECK.least, Math.min(SPECK.share * area, SPECK.wide * wide ** 2));
  let out = labels;
  for (const kind of [1, 0]) {
    const before = out;
    const parts = labelComponents({ width, height, data: before.map((label) => (label === kind ? 255 : 0)) });
    out = before.map((label, i) => (label === kind && parts.areas[parts.labels[i]!]! < least ? 1 - kind : label));
  }
  return out;
}

export function borderLength({ width }: Pick<Patch, 'width'>, labels: Uint8Array): number {
  let count = 0;
  for (let i = width; i < labels.length; i++)
    if (labels[i] !== labels[i - 1] || labels[i] !== labels[i - width]) count++;
  return count;
}
