import { marksOps } from '../../site/engine/ops/groups/marks.ts';
import { MARKS, type MarkParameters } from '../../site/engine/ops/marks/parameters.ts';
import { growMask } from '../../site/engine/ops/mask/change.ts';
import { pixelsOf } from '../../site/engine/ops/planes.ts';
import { DAMAGE, type DamageParameters } from '../../site/engine/ops/restore/damage-parameters.ts';
import type { Mask, Pixels, Plane } from '../../site/engine/types.ts';
import { maskOfCover } from '../../tests/quality/marks.ts';
import type { Canvas } from './canvas.ts';
import { damageFigures, damageScenes } from './damage.ts';
import { type MarkScene, markScene, psnrAfterRemoval, signatureScene } from './marks.ts';
import { contextOf, type Detections, loadDetectors } from './networks.ts';
import type { Picture } from './report.ts';

/** Scores of one subject: with all detectors, then without each of them. */
type DetectorTable = {
  readonly title: string;
  readonly rows: readonly (readonly [variant: string, ...figures: string[]])[];
};

/** What the rules after the damage network add to it; see `DamageParameters`. */
const DAMAGE_VARIANTS: readonly (readonly [string, DamageParameters])[] = [
  ['all detectors', DAMAGE],
  [
    'without higher thresholds in undamaged pictures',
    { ...DAMAGE, witnesses: { ...DAMAGE.witnesses, penaltyLogit: 0 } },
  ],
  ['without neutrality', { ...DAMAGE, seedLogit: { ...DAMAGE.seedLogit, tinted: DAMAGE.seedLogit.neutral } }],
  [
    'without extension of strokes',
    { ...DAMAGE, extension: { ...DAMAGE.extension, minScore: Number.POSITIVE_INFINITY } },
  ],
];

/** Detectors that find watermarks beside the networks. */
const FIND_VARIANTS: readonly (readonly [string, MarkParameters, { readonly repeated: boolean }])[] = [
  ['all detectors', MARKS, { repeated: true }],
  [
    'without signatures',
    {
      ...MARKS,
      text: { ...MARKS.text, signature: { ...MARKS.text.signature, minLengthHeights: Number.POSITIVE_INFINITY } },
    },
    { repeated: true },
  ],
  [
    'without stray strokes',
    { ...MARKS, text: { ...MARKS.text, strayStrokes: { ...MARKS.text.strayStrokes, reachFactor: 0 } } },
    { repeated: true },
  ],
  [
    'without continuation of lines',
    { ...MARKS, continuation: { ...MARKS.continuation, maxSteps: 0 } },
    { repeated: true },
  ],
  ['without the lattice', MARKS, { repeated: false }],
];

const NEVER = Number.POSITIVE_INFINITY;

/** Detectors that find the strokes inside a mask. */
const STROKE_VARIANTS: readonly (readonly [string, MarkParameters])[] = [
  ['all detectors', MARKS],
  ['without overlays of random edges', { ...MARKS, edges: { ...MARKS.edges, hypotheses: 0 } }],
  [
    'without impossible colours',
    { ...MARKS, costs: { ...MARKS.costs, impossible: { ...MARKS.costs.impossible, max: 0 } } },
  ],
  ['without the palette beside the mask', { ...MARKS, palette: { ...MARKS.palette, weight: 0 } }],
  ['without costs of strokes that end', { ...MARKS, labelling: { ...MARKS.labelling, strokeEndCost: 0 } }],
  [
    'without the mask as strokes',
    { ...MARKS, strokes: { ...MARKS.strokes, mask: { ...MARKS.strokes.mask, minConfidence: NEVER } } },
  ],
  [
    'without the rule for small watermarks',
    { ...MARKS, smallMarks: { ...MARKS.smallMarks, maxHeight: { fraction: 0, pixels: 0 } } },
  ],
  [
    'without the overlay of other parts',
    { ...MARKS, unblending: { ...MARKS.unblending, minSharedGain: NEVER, minSharedFraction: NEVER } },
  ],
  ['without tiles of a lattice', { ...MARKS, tiles: { ...MARKS.tiles, minExtent: 2 } }],
];

/** Strokes by the network's probabilities alone: the mask, where the network drew, is taken as the strokes. */
const NETWORK_STROKES: MarkParameters = {
  ...MARKS,
  tiles: { ...MARKS.tiles, minExtent: 2 },
  strokes: { ...MARKS.strokes, mask: { minConfidence: 0, colouredWeight: 1 } },
};

/** Names of the tables: of damage, of finding watermarks, and of the strokes inside a mask. */
export const TABLES = ['damage', 'finding', 'strokes'] as const;

/** The requested tables. */
export async function* detectorTables(pictures: readonly Picture[], canvas: Canvas, options: DetectorOptions) {
  if (options.tables.includes('damage')) yield await damageTable(pictures, options);
  if (options.tables.some((name) => name !== 'damage')) yield* marksTables(pictures, canvas, options);
}

export type DetectorOptions = {
  readonly seed: number;
  readonly tables: readonly string[];
  /** Words that a variant's name must contain; null for all variants. */
  readonly only: readonly string[] | null;
};

const isSelected = (name: string, { only }: DetectorOptions): boolean =>
  only === null || name === 'all detectors' || only.some((word) => name.includes(word));

/** A table as Markdown rows. */
export const tableText = ({ title, rows }: DetectorTable): string =>
  [title, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');

async function damageTable(pictures: readonly Picture[], options: DetectorOptions): Promise<DetectorTable> {
  const scenes = await damageScenes(pictures, options.seed);
  const rows = DAMAGE_VARIANTS.filter(([name]) => isSelected(name, options)).map(([name, parameters]) => {
    const { f, recall, precision, falseFraction } = damageFigures(scenes, parameters);
    const falsePpm = (1e6 * falseFraction).toFixed(0);
    return [name, f.toFixed(4), recall.toFixed(3), precision.toFixed(3), falsePpm] as const;
  });
  return { title: 'Damage: F-measure, recall, precision; marked in undamaged pictures, ppm', rows };
}

async function* marksTables(pictures: readonly Picture[], canvas: Canvas, options: DetectorOptions) {
  const { detect, release } = await loadDetectors();
  const scenes: DetectedScene[] = [];
  const signatures: DetectedScene[] = [];
  for (const [index, picture] of pictures.entries()) {
    const pixels = pixelsOf(picture.planes);
    const clean = { picture: pixels, ...(await detect(pixels)) };
    const add = async (list: DetectedScene[], scene: MarkScene) =>
      list.push({ ...scene, ...(await detect(scene.seen)), clean });
    await add(scenes, markScene(picture, canvas, options.seed * 1000 + index));
    await add(signatures, signatureScene(picture, canvas, options.seed * 1000 + index));
    process.stderr.write(`${picture.name}: networks run\n`);
  }
  await release();
  const kinds = [
    ['Words', scenes],
    ['Signatures', signatures],
  ] as const;
  for (const [kind, list] of kinds)
    if (options.tables.includes('finding'))
      yield { ...(await findTable(list, options)), title: `${kind}: ${FIND_TITLE}` };
  for (const [kind, list] of kinds)
    if (options.tables.includes('strokes')) yield await strokeTable(list, kind, options);
}

type DetectedScene = MarkScene & Detections & { readonly clean: Detections & { readonly picture: Pixels } };

const FIND_TITLE = 'F-measure, recall, precision, found, clean pictures marked';

/** Probability of text from which on a pixel counts, at the default sensitivity. */
const TEXT_LEVEL = 0.3;

async function findTable(scenes: readonly DetectedScene[], options: DetectorOptions) {
  const rows: (readonly [string, ...string[]])[] = [];
  for (const [name, parameters, { repeated }] of FIND_VARIANTS) {
    if (!isSelected(name, options)) continue;
    const find = async (picture: Pixels, { text, drawn }: Detections) => {
      try {
        const params = { level: TEXT_LEVEL, repeated, parameters };
        return await marksOps['marks.find']({ picture, text, drawn }, params, contextOf());
      } catch {
        // The operation stops if it finds nothing.
        return { width: picture.width, height: picture.height, data: new Uint8Array(text.data.length) };
      }
    };
    rows.push([name, ...(await foundFigures(scenes, find))]);
  }
  const drawnOnly = async (_: Pixels, { drawn: { width, height, data } }: Detections) =>
    growMask({ width, height, data: Uint8Array.from(data, (value) => (value > 0.5 ? 255 : 0)) }, 3);
  rows.push(['overlay network alone', ...(await foundFigures(scenes, drawnOnly))]);
  return { rows };
}

type Find = (picture: Pixels, detections: Detections) => Promise<Mask>;

async function foundFigures(scenes: readonly DetectedScene[], find: Find): Promise<readonly string[]> {
  let [hits, covered, right, selected, found, strays] = [0, 0, 0, 0, 0, 0];
  for (const { seen, cover, heightPx, clean, ...detections } of scenes) {
    const mask = await find(seen, detections);
    const near = growMask(maskOfCover(cover), heightPx);
    let [markedPx, coveredPx] = [0, 0];
    for (let i = 0; i < mask.data.length; i++) {
      const isSelected = mask.data[i]! > 127;
      if (cover.data[i]! > 0.5) coveredPx++;
      if (cover.data[i]! > 0.5 && isSelected) markedPx++;
      if (isSelected) selected++;
      if (isSelected && near.data[i]! > 127) right++;
    }
    hits += markedPx / coveredPx;
    covered++;
    if (markedPx > coveredPx / 2) found++;
    const falsePixels = (await find(clean.picture, clean)).data.reduce((sum, value) => sum + (value > 127 ? 1 : 0), 0);
    selected += falsePixels;
    if (falsePixels > 0) strays++;
  }
  const [recall, precision] = [hits / covered, right / Math.max(1, selected)];
  const f = (2 * recall * precision) / Math.max(1e-9, recall + precision);
  return [
    f.toFixed(4),
    recall.toFixed(3),
    precision.toFixed(3),
    `${found}/${scenes.length}`,
    `${strays}/${scenes.length}`,
  ];
}

async function strokeTable(
  scenes: readonly DetectedScene[],
  kind: string,
  options: DetectorOptions,
): Promise<DetectorTable> {
  const rows: (readonly [string, ...string[]])[] = [];
  let base: number[] = [];
  const add = async (name: string, score: (scene: DetectedScene) => Promise<number>) => {
    if (!isSelected(name, options)) return;
    const began = performance.now();
    const scores: number[] = [];
    for (const scene of scenes) scores.push(await score(scene));
    if (base.length === 0) base = scores;
    const differences = scores.map((value, i) => value - base[i]!);
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const worse = differences.filter((value) => value < -0.05).length;
    const better = differences.filter((value) => value > 0.05).length;
    const deviation = Math.sqrt(mean(differences.map((value) => (value - mean(differences)) ** 2)) / scores.length);
    const row = [
      name,
      mean(scores).toFixed(3),
      `${mean(differences).toFixed(3)} ± ${deviation.toFixed(3)}`,
      `${worse} worse, ${better} better`,
    ] as const;
    rows.push(row);
    process.stderr.write(`${row.join(' | ')} (${((performance.now() - began) / 1000).toFixed(0)} s)\n`);
  };
  for (const [name, parameters] of STROKE_VARIANTS) await add(name, (scene) => psnrAfterRemoval(scene, parameters));
  await add('without the overlay network', ({ drawn: _, ...scene }) => psnrAfterRemoval(scene, MARKS));
  await add('strokes by the overlay network alone', (scene) =>
    psnrAfterRemoval({ ...scene, mask: insideDrawn(scene.mask, scene.drawn) }, NETWORK_STROKES),
  );
  return { title: `${kind}, strokes: PSNR in the marked area, dB; difference and its standard error; pictures`, rows };
}

const insideDrawn = (mask: Mask, drawn: Plane): Mask => ({
  ...mask,
  data: mask.data.map((value, i) => (drawn.data[i]! > 0.5 ? value : 0)),
});
