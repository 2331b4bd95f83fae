import type { Box, Pixels, Size } from '../../types.ts';
import { boundsOf, grown } from '../mask/change.ts';
import { lumaPlane, rgbPlanes } from '../planes.ts';
import { resizePixels } from '../resize/resize.ts';
import { areaOf, type Cell, cellOf, laidOver, nearestTo, tilesIn } from './cells.ts';
import { edgeLines } from './edge-lines.ts';
import type { EstimateOptions } from './estimate.ts';
import { costsOf, LINKS } from './label-costs.ts';
import { labelledBy } from './labelling.ts';
import { repeatedSteps, type Step, type Steps } from './lattice.ts';
import { fitOverlay, type Mix } from './overlay.ts';
import { type Marked, patchIn } from './patches.ts';
import { type Strokes, toldMix, withoutSpecks } from './strokes.ts';
import { layEach, opacitiesOf, type Tiled } from './tile-opacities.ts';

/** Longer side at which the steps of marks that repeat are looked for. */
const SEARCHED = 800;

/** Least share of both sides of the picture over which marks that repeat are spread. */
const SPREAD = 0.5;

/** Tiles that tell their opacities: so many, or fewer large ones, with that many pixels in all. */
const TILES = { most: 24, least: 6, pixels: 3e6 } as const;

/** Tiles that tell where strokes of a guess are, and of what was found; passes for each, and times that labels are told. */
const GUESS = { tiles: 8, passes: 5, rounds: 0 } as const;
const BEST = { tiles: 12, passes: 10, rounds: 2 } as const;

/** Times that strokes and overlay correct each other. */
const ROUNDS = 4;

/** What borders explain counts for more where those of all tiles agree: the least share of the trust that is asked for. */
const SURE = 0.5;

/** Most pixels of the picture that tell what the mark is made of. */
const LARGEST = 1200 ** 2;

/**
 * The marks inside the mask that repeat across the picture: colours, and opacities as alpha; null where none do. The
 * strokes of one tile by what all tiles say at once, as several pictures do of one mark (Dekel, Rubinstein, Liu and
 * Freeman 2017, “On the effectiveness of visible watermarks”). Yields its share done.
 */
export function* repeatedMarks(marked: Marked, options: EstimateOptions): Generator<number, Pixels | null> {
  const { picture, mask } = marked;
  const bounds = boundsOf(mask);
  if (!bounds || bounds.width < SPREAD * mask.width || bounds.height < SPREAD * mask.height) return null;
  const steps = yield* stepsIn(picture);
  if (!steps) return null;
  const cell = cellOf(steps, mask);
  const tiles = tilesIn(picture, cell);
  const enough = Math.max(TILES.least, Math.min(TILES.most, Math.floor(TILES.pixels / (cell.width * cell.height))));
  const tiled: Tiled = { marked, cell, tiles: tiles.slice(0, enough), area: areaOf(tiles, cell, mask) };
  const strokes = yield* strokesOf(tiled, options.opacity);
  if (!strokes || strokes.overlay.trust < SURE * options.trust) return null;
  const opacities = yield* opacitiesOf(tiled, strokes);
  const within = grown(mask, options.grow);
  return yield* layEach({ ...tiled, marked: { ...marked, mask: within }, tiles }, opacities, strokes.overlay);
}

function* stepsIn(picture: Pixels): Generator<number, Steps | null> {
  const factor = Math.min(1, SEARCHED / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * factor)));
  const size = { width: width!, height: height! };
  const small = factor < 1 ? resizePixels(picture, { ...size, kernel: 'area', linear: false }) : picture;
  const found = yield* repeatedSteps(lumaPlane(rgbPlanes(small)));
  const [across, down] = [picture.width / size.width, picture.height / size.height];
  const enlarged = ({ dx, dy }: Step): Step => ({ dx: dx * across, dy: dy * down });
  return found && [enlarged(found[0]), enlarged(found[1])];
}

/** The strokes in a cell, and what they are made of, corrected by each other; `opacity` where it is known. */
function* strokesOf(tiled: Tiled, opacity: number | null): Generator<number, Strokes | null> {
  const { marked, cell } = tiled;
  const region = middlePart(marked.picture);
  const whole = patchIn(marked, region, labelsIn(region, cell, tiled.area));
  let labels: Uint8Array | null = null;
  let most = 0;
  for (const { score, ...mix } of edgeLines(whole).likely(toldMix(whole))) {
    const found = yield* labelledIn(tiled, opacity === null ? mix : { ...mix, opacity }, GUESS);
    if (score * found.gain <= most) continue;
    labels = found.labels;
    most = score * found.gain;
  }
  if (!labels) return null;
  const fitted = (strokes: Uint8Array) => fitOverlay(whole, labelsIn(region, cell, strokes), opacity);
  let overlay = fitted(labels);
  for (let round = 0; overlay && round < ROUNDS; round++) {
    const next: Uint8Array = (yield* labelledIn(tiled, overlay, BEST)).labels;
    if (next.every((label, i) => label === labels![i])) break;
    labels = next;
    overlay = fitted(labels);
  }
  return overlay && { labels, overlay };
}

type Effort = { readonly tiles: number; readonly passes: number; readonly rounds: number };

/** The labels of a cell that is made of this, by the costs of so many tiles. */
function* labelledIn({ marked, cell, tiles, area }: Tiled, mix: Mix, effort: Effort) {
  const { width, height } = cell;
  const pairs = 4 * LINKS.length;
  const costs = { own: new Float32Array(width * height), links: new Float32Array(pairs * width * height) };
  for (const tile of tiles.slice(0, effort.tiles)) {
    yield 0.3;
    const places = nearestTo(tile, cell);
    const { own, links } = costsOf(
      patchIn(
        marked,
        tile,
        Uint8Array.from(places, (at) => area[at]!),
      ),
      mix,
    );
    for (const [i, at] of places.entries()) {
      costs.own[at] = costs.own[at]! + own[i]!;
      for (let k = 0; k < pairs; k++)
        costs.links[pairs * at + k] = costs.links[pairs * at + k]! + links[pairs * i + k]!;
    }
  }
  const { labels, gain } = yield* labelledBy({ ...cell, mask: area, costs, opacity: mix.opacity }, effort);
  return { labels: withoutSpecks(cell, labels), gain };
}

const labelsIn = (box: Box, cell: Cell, labels: Uint8Array): Uint8Array =>
  Uint8Array.from(laidOver(box, cell, Float32Array.from(labels)), (value) => (value > 0.5 ? 1 : 0));

/** The middle of a picture, so much of it as is looked at at once. */
function middlePart({ width, height }: Size): Box {
  const factor = Math.min(1, Math.sqrt(LARGEST / (width * height)));
  const [w, h] = [Math.floor(factor * width), Math.floor(factor * height)];
  return { x: (width - w) >> 1, y: (height - h) >> 1, width: w, height: h };
}
