import { telea } from '../../site/engine/ops/fill/telea.ts';
import { marksOps } from '../../site/engine/ops/groups/marks.ts';
import { MARKS, type MarkParameters } from '../../site/engine/ops/marks/parameters.ts';
import { growMask } from '../../site/engine/ops/mask/change.ts';
import { pixelsOf, rgbPlanes } from '../../site/engine/ops/planes.ts';
import type { Mask, Pixels, Plane, Planes } from '../../site/engine/types.ts';
import { jpeg } from '../../tests/quality/degrade.ts';
import { marked, maskOfCover, psnrWithin } from '../../tests/quality/marks.ts';
import { randomOf } from '../../tests/quality/scenes.ts';
import type { Canvas, Lettering } from './canvas.ts';
import { contextOf } from './networks.ts';
import type { Picture, Subject } from './report.ts';

/** A picture with a random watermark, and the mask that a visitor or the detector would give. */
export type MarkScene = {
  readonly truth: Planes;
  readonly seen: Pixels;
  readonly cover: Plane;
  readonly mask: Mask;
  /** Height of the letters. */
  readonly heightPx: number;
  /** Probability 0..1 of an overlay, where the network computed it. */
  readonly drawn?: Plane;
};

const TEXTS = ['SAMPLE', 'Preview', '© 2019 Studio', 'photo.example', 'Stock', 'do not copy'] as const;

/** Confidence below which a watermark is filled, as in the tool's automatic method. */
const TRUST = 0.1;

/**
 * Un-blending: mean PSNR in the marked area, of watermarks with random text, font, size, angle, spacing, colour and
 * opacity, single and tiled. What cannot be un-blended is filled (Telea 2004).
 */
export const marksSubject = (canvas: Canvas): Subject<MarkParameters> => ({
  measure: 'PSNR in the marked area, dB',
  present: MARKS,
  ranges: [
    { path: 'overlay.outlier', min: 0.02, max: 0.2 },
    { path: 'overlay.opacityCost', min: 0, max: 0.1 },
    { path: 'overlay.neutral.costMargin', min: 0, max: 0.15 },
    { path: 'edges.neutralWeight', min: 1, max: 2 },
    { path: 'edges.opacityPenalty', min: 0, max: 0.8 },
    { path: 'costs.halfCostSquares', min: 0.4, max: 5 },
    { path: 'palette.weight', min: 0, max: 1 },
    { path: 'palette.chanceLogRatio', min: 0, max: 5 },
    { path: 'whitening.noise', min: 0.004, max: 0.04 },
    { path: 'whitening.covarianceFactor', min: 1, max: 8 },
    { path: 'labelling.borderCost', min: 0.05, max: 1 },
    { path: 'labelling.strokeEndCost', min: 0, max: 8 },
    { path: 'strokes.minRefinedGain', min: 0.4, max: 1.1 },
    { path: 'strokes.certainGain', min: 5, max: 40 },
    { path: 'strokes.maxPaleOpacity', min: 0, max: 0.6 },
    { path: 'strokes.agreementTolerance', min: 0.01, max: 0.1 },
    { path: 'strokes.mask.minConfidence', min: 0.02, max: 0.4 },
    { path: 'opacity.noise', min: 0.002, max: 0.02 },
    { path: 'opacity.edgeVariance', min: 0.002, max: 0.1 },
    { path: 'pooling.prior.varianceFraction', min: 0.05, max: 1 },
    { path: 'lattice.evidence.minScore', min: 4, max: 24 },
    { path: 'tiles.minConfidenceFactor', min: 0.1, max: 1.5 },
    { path: 'tiles.opacity.overrelaxation', min: 0.8, max: 1.9 },
  ],
  prepare: async (pictures, seed) => {
    const scenes = pictures.map((picture, index) => markScene(picture, canvas, seed * 1000 + index));
    return async (parameters) => {
      let sum = 0;
      for (const scene of scenes) sum += await psnrAfterRemoval(scene, parameters);
      return sum / scenes.length;
    };
  },
});

/** The picture with a watermark of random text, font, size, angle, spacing, colour and opacity. */
export function markScene({ planes: truth }: Picture, canvas: Canvas, seed: number): MarkScene {
  const random = randomOf(seed);
  const uniform = (min: number, max: number) => min + (max - min) * random();
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(items.length * random())]!;
  const heightPx = uniform(14, Math.max(18, Math.min(60, truth.height / 4)));
  const lettering: Lettering = {
    text: oneOf(TEXTS),
    font: Math.floor(canvas.fontCount * random()),
    heightPx,
    angleDegrees: oneOf([0, 0, 30, -30, 45, uniform(-60, 60)]),
    x: truth.width * uniform(0.35, 0.65),
    y: truth.height * uniform(0.35, 0.65),
    spacing: random() < 0.5 ? { across: uniform(1.2, 2), down: heightPx * uniform(2.5, 5) } : null,
  };
  return sceneWith(truth, { cover: canvas.draw(truth, lettering), heightPx, opacity: uniform(0.15, 0.7) }, random);
}

/** The picture with a signature: one line of small, nearly opaque letters along its lower side. */
export function signatureScene({ planes: truth }: Picture, canvas: Canvas, seed: number): MarkScene {
  const random = randomOf(seed);
  const uniform = (min: number, max: number) => min + (max - min) * random();
  const heightPx = Math.max(10, uniform(0.03, 0.06) * Math.max(truth.width, truth.height));
  const lettering: Lettering = {
    text: TEXTS[Math.floor(TEXTS.length * random())]!,
    font: Math.floor(canvas.fontCount * random()),
    heightPx,
    angleDegrees: 0,
    x: truth.width * uniform(0.3, 0.7),
    y: truth.height - heightPx * uniform(0.8, 1.4),
    spacing: null,
  };
  return sceneWith(truth, { cover: canvas.draw(truth, lettering), heightPx, opacity: uniform(0.7, 1) }, random);
}

type Overlay = Pick<MarkScene, 'cover' | 'heightPx'> & { readonly opacity: number };

/** The picture with an overlay of random colour, white in three of five cases, as a JPEG in one of two. */
function sceneWith(truth: Planes, { cover, heightPx, opacity }: Overlay, random: () => number): MarkScene {
  const colours = [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
    [0, 0, 0],
    [random(), random(), random()],
  ] as const;
  const colour = colours[Math.floor(colours.length * random())]!;
  const overlaid = marked(truth, { cover, colour, opacity });
  const seen = random() < 0.5 ? pixelsOf(jpeg(rgbPlanes(overlaid), 92)) : overlaid;
  return { truth, seen, cover, mask: growMask(maskOfCover(cover), 1 + 7 * random()), heightPx };
}

/** PSNR in dB in the marked area after the watermark in the mask was removed. */
export async function psnrAfterRemoval(
  { seen, truth, cover, mask, drawn }: MarkScene,
  parameters: MarkParameters,
): Promise<number> {
  const params = { opacity: null, grow: 0, trust: TRUST, parameters };
  const mark = await marksOps['marks.estimate']({ picture: seen, mask, ...(drawn && { drawn }) }, params, contextOf());
  const clear = marksOps['marks.unblend']({ picture: seen, mark });
  const residue = marksOps['marks.residue']({ picture: seen, mark });
  const work = telea(rgbPlanes(clear), residue);
  let step = work.next();
  while (!step.done) step = work.next();
  // A perfect result counts as 60 dB, so that one picture does not dominate the mean.
  return Math.min(60, psnrWithin(pixelsOf(step.value), truth, cover));
}
