import type { Box, Pixels, Size } from '../../types.ts';
import { localMax } from '../filter/range.ts';
import { mapTo } from '../map-to.ts';
import { boundsOf, growMask } from '../mask/change.ts';
import { edgeConsensus } from './edge-consensus.ts';
import type { TileEffort } from './finding-parameters.ts';
import { labelCosts, PAIR_OFFSETS } from './label-costs.ts';
import { labelPixels } from './labelling.ts';
import { findLattice, type Lattice, reducedLuma, type Vector } from './lattice.ts';
import { measureOpacities, type OpacityEstimate } from './matting.ts';
import { fitOverlay } from './overlay-fit.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import { type MarkedPicture, type Overlay, patchWithMask } from './patches.ts';
import { overlayOfDrawn, type Strokes } from './strokes.ts';
import {
  bilinearInCell,
  type Cell,
  cellMask,
  cellOf,
  nearestInCell,
  ownPixels,
  repeatCell,
  sampleCell,
  type Tile,
  tilesOf,
} from './tiles.ts';
import type { EstimateOptions } from './unblend.ts';

/** A picture with a repeated watermark. */
type Tiling = {
  readonly marked: MarkedPicture;
  readonly cell: Cell;
  /** The tiles that are measured. */
  readonly tiles: readonly Tile[];
  /** Not 0 where strokes may be in the cell. */
  readonly area: Uint8Array;
  readonly parameters: MarkParameters;
};

/** Opacities of the cell, their variances, and the pixels (not 0) whose opacities are measured. */
type CellOpacities = {
  readonly alpha: Float32Array;
  readonly variance: Float32Array;
  readonly where: Uint8Array;
};

/**
 * Estimates watermarks inside the mask that repeat across the picture: a picture of their colours, with opacities as alpha;
 * null if none repeats. All tiles together determine the strokes of one cell, as several pictures determine one watermark
 * (Dekel et al. 2017, “On the effectiveness of visible watermarks”). Yields the fraction done.
 */
export function* estimateRepeatedMarks(
  marked: MarkedPicture,
  options: EstimateOptions,
  parameters: MarkParameters = MARKS,
): Generator<number, Pixels | null> {
  const { picture, mask } = marked;
  const { minExtent, measured, minConfidenceFactor } = parameters.tiles;
  const bounds = boundsOf(mask);
  if (!bounds || bounds.width < minExtent * mask.width || bounds.height < minExtent * mask.height) return null;
  const lattice = yield* latticeOfPicture(picture, parameters);
  if (!lattice) return null;
  const cell = cellOf(lattice, mask);
  const tiles = tilesOf(picture, cell);
  const count = Math.max(
    measured.minTiles,
    Math.min(measured.maxTiles, Math.floor(measured.maxPixels / (cell.width * cell.height))),
  );
  const area = cellMask(tiles, cell, { mask, parameters });
  const tiling: Tiling = { marked, cell, tiles: tiles.slice(0, count), area, parameters };
  const strokes = yield* strokesOfCell(tiling, options.opacity);
  if (!strokes || strokes.overlay.confidence < minConfidenceFactor * options.trust) return null;
  const opacities = yield* opacitiesOfCell(tiling, strokes);
  const dilated = { ...marked, mask: growMask(mask, options.grow) };
  return yield* writeTiles({ ...tiling, marked: dilated, tiles }, opacities, strokes.overlay);
}

/** The lattice in pixels of the whole picture. */
function* latticeOfPicture(picture: Pixels, parameters: MarkParameters): Generator<number, Lattice | null> {
  const luma = reducedLuma(picture, parameters);
  const lattice = yield* findLattice(luma, parameters);
  const [across, down] = [picture.width / luma.width, picture.height / luma.height];
  const enlarge = ({ dx, dy }: Vector): Vector => ({ dx: dx * across, dy: dy * down });
  return lattice && [enlarge(lattice[0]), enlarge(lattice[1])];
}

/** The strokes and the overlay of the cell, each refined by the other; `opacity` fixes the opacity. */
function* strokesOfCell(tiling: Tiling, opacity: number | null): Generator<number, Strokes | null> {
  const { marked, cell, parameters } = tiling;
  const { hypothesis, final, rounds, overlayPixels } = parameters.tiles;
  const region = centralBox(marked.picture, overlayPixels);
  const patch = patchWithMask(marked, region, repeatLabels(region, cell, tiling.area));
  let labels: Uint8Array | null = null;
  let bestScore = 0;
  for (const { score, ...overlay } of edgeConsensus(patch, parameters).candidates(overlayOfDrawn(patch, parameters))) {
    const found = yield* labelCell(tiling, opacity === null ? overlay : { ...overlay, opacity }, hypothesis);
    if (score * found.gain <= bestScore) continue;
    labels = found.labels;
    bestScore = score * found.gain;
  }
  if (!labels) return null;
  const fitTo = (strokes: Uint8Array) =>
    fitOverlay(patch, repeatLabels(region, cell, strokes), { opacity, parameters });
  let overlay = fitTo(labels);
  for (let round = 0; overlay && round < rounds; round++) {
    const next: Uint8Array = (yield* labelCell(tiling, overlay, final)).labels;
    if (next.every((label, i) => label === labels![i])) break;
    labels = next;
    overlay = fitTo(labels);
  }
  return overlay && { labels, overlay };
}

/** Labels the cell by the sum of the costs of several tiles. */
function* labelCell({ marked, cell, tiles, area, parameters }: Tiling, overlay: Overlay, effort: TileEffort) {
  const { width, height } = cell;
  const stride = 4 * PAIR_OFFSETS.length;
  const costs = { unary: new Float32Array(width * height), pairwise: new Float32Array(stride * width * height) };
  for (const tile of tiles.slice(0, effort.tiles)) {
    yield 0.3;
    const cellIndices = nearestInCell(tile, cell);
    const mask = mapTo(Uint8Array, cellIndices, (at) => area[at]!);
    const { unary, pairwise } = labelCosts(patchWithMask(marked, tile, mask), overlay, parameters);
    for (const [i, at] of cellIndices.entries()) {
      costs.unary[at] = costs.unary[at]! + unary[i]!;
      for (let k = 0; k < stride; k++)
        costs.pairwise[stride * at + k] = costs.pairwise[stride * at + k]! + pairwise[stride * i + k]!;
    }
  }
  const problem = { ...cell, mask: area, costs, opacity: overlay.opacity };
  return yield* labelPixels(problem, { ...effort, parameters });
}

const repeatLabels = (box: Box, cell: Cell, labels: Uint8Array): Uint8Array =>
  mapTo(Uint8Array, repeatCell(box, cell, Float32Array.from(labels)), (value) => (value > 0.5 ? 1 : 0));

/** The central part of a picture, of at most `maxPixels`. */
function centralBox({ width, height }: Size, maxPixels: number): Box {
  const factor = Math.min(1, Math.sqrt(maxPixels / (width * height)));
  const [w, h] = [Math.floor(factor * width), Math.floor(factor * height)];
  return { x: (width - w) >> 1, y: (height - h) >> 1, width: w, height: h };
}

/**
 * Estimates the opacity at each pixel of the cell from all tiles. Strokes may be as thin as their soft rims, so labels are
 * only a start. Each tile samples the cell at another subpixel offset; its residuals are projected back on the cell
 * (iterative back-projection, Irani and Peleg 1991). Yields the fraction done.
 */
function* opacitiesOfCell(tiling: Tiling, { labels, overlay }: Strokes): Generator<number, CellOpacities> {
  const { cell, tiles, area, parameters } = tiling;
  const { rounds, overrelaxation, minVariance, rimPx } = parameters.tiles.opacity;
  const interior = interiorOf(labels, cell, rimPx);
  const where = area.map((value, i) => (interior[i] ? 0 : value));
  let alpha = mapTo(Float32Array, labels, (label) => overlay.opacity * label);
  let variance = mapTo(Float32Array, where, (value) => (value ? overlay.opacity ** 2 / 4 : 0));
  for (let round = 0; round < rounds; round++) {
    const [residuals, precisions] = [0, 1].map(() => new Float64Array(area.length)) as [Float64Array, Float64Array];
    for (const tile of tiles) {
      yield 0.6;
      const { first, weights } = bilinearInCell(tile, cell);
      const estimate = { alpha: sampleCell(tile, cell, alpha), variance: sampleCell(tile, cell, variance) };
      const requested = mapTo(Uint8Array, nearestInCell(tile, cell), (at) => where[at]!);
      const request = { tiling, tile, where: requested, overlay };
      for (const measured of measureTile(request, estimate, 1)) {
        const residual = measured.sum - measured.precision * estimate.alpha[measured.at]!;
        for (const [offset, weight] of weights) {
          const at = first[measured.at]! + offset;
          residuals[at] = residuals[at]! + weight * residual;
          precisions[at] = precisions[at]! + weight * measured.precision;
        }
      }
    }
    const next = (i: number) => alpha[i]! + (overrelaxation * residuals[i]!) / Math.max(1e-9, precisions[i]!);
    alpha = alpha.map((value, i) => (where[i] ? Math.min(parameters.maxOpacity, Math.max(0, next(i))) : value));
    variance = variance.map((value, i) =>
      where[i] ? minVariance + (1 - alpha[i]!) ** 2 / Math.max(1, precisions[i]!) : value,
    );
  }
  return { alpha, variance, where };
}

/** A tile, its pixels (not 0) that are measured, and the overlay. */
type TileRequest = {
  readonly tiling: Tiling;
  readonly tile: Tile;
  readonly where: Uint8Array;
  readonly overlay: Overlay;
};

/** Measures the opacities of one tile; neighbours of a higher opacity than `maxAlpha` are no evidence. */
function measureTile({ tiling, tile, where, overlay }: TileRequest, estimate: OpacityEstimate, maxAlpha: number) {
  const isExcluded = (i: number) => estimate.alpha[i]! > maxAlpha;
  const patch = patchWithMask(tiling.marked, tile, where);
  return measureOpacities({ patch, where, isExcluded, overlay }, estimate, tiling.parameters);
}

/** 1 for each pixel of the strokes further than `rimPx` from their border, where the opacity is the overlay's own. */
function interiorOf(labels: Uint8Array, { width, height }: Size, rimPx: number): Uint8Array {
  const outside = { width, height, data: mapTo(Float32Array, labels, (label) => 1 - label) };
  return mapTo(Uint8Array, localMax(outside, rimPx).data, (value) => 1 - value);
}

/**
 * Writes the watermark of each tile in which it is present, inside the mask. At each pixel the opacity of the cell is the
 * prior of the tile's own measurement. Yields the fraction done.
 */
function* writeTiles(
  tiling: Tiling,
  { alpha: cellAlpha, variance, where }: CellOpacities,
  overlay: Overlay,
): Generator<number, Pixels> {
  const { marked, cell, tiles, parameters } = tiling;
  const { picture, mask } = marked;
  const { minOpacity, maxQuantile, passes, minVariance, minPresence } = parameters.tiles.opacity;
  const data = new Uint8ClampedArray(picture.data.length);
  const sorted = cellAlpha.filter((value) => value > minOpacity).sort();
  const maxOpacity = sorted[Math.floor(maxQuantile * (sorted.length - 1))] ?? 0;
  const misplacement = varianceByMisplacement(cellAlpha, cell, parameters);
  const cellVariance = variance.map((value, i) => value + misplacement[i]!);
  for (const [index, tile] of tiles.entries()) {
    yield 0.8 + (0.2 * index) / tiles.length;
    const cellMask = ownPixels(tile, cell);
    const requested = mapTo(Uint8Array, nearestInCell(tile, cell), (at, i) => cellMask[i]! * where[at]!);
    const request = { tiling, tile, where: requested, overlay };
    const prior = { alpha: sampleCell(tile, cell, cellAlpha), variance: sampleCell(tile, cell, cellVariance) };
    if (presenceInTile(request, prior) < minPresence) continue;
    let estimate = prior;
    for (let pass = 0; pass < passes; pass++) {
      const next = { alpha: estimate.alpha.slice(), variance: estimate.variance.slice() };
      for (const { at, sum, precision } of measureTile(request, estimate, 1)) {
        const measuredWeight = precision / (minVariance * precision + (1 - prior.alpha[at]!) ** 2);
        const priorWeight = 1 / prior.variance[at]!;
        const measured = sum / Math.max(1e-9, precision);
        const mean = (measuredWeight * measured + priorWeight * prior.alpha[at]!) / (measuredWeight + priorWeight);
        next.alpha[at] = Math.min(maxOpacity, Math.max(0, mean));
        next.variance[at] = 1 / (measuredWeight + priorWeight);
      }
      estimate = next;
    }
    for (const [i, value] of estimate.alpha.entries()) {
      const to = (tile.y + Math.floor(i / tile.width)) * picture.width + tile.x + (i % tile.width);
      if (value < minOpacity || mask.data[to]! <= 127 || cellMask[i] === 0) continue;
      for (let channel = 0; channel < 3; channel++) data[4 * to + channel] = 255 * overlay.colour[channel]!;
      data[4 * to + 3] = 255 * value;
    }
  }
  return { width: picture.width, height: picture.height, data };
}

/**
 * Regression of a tile's own opacities on those of the cell: 1 if the tile shows the watermark, 0 if it does not; shrunk
 * towards 1.
 */
function presenceInTile(request: TileRequest, prior: OpacityEstimate): number {
  const { presencePixels, minOpacity } = request.tiling.parameters.tiles.opacity;
  const pseudoCount = presencePixels * request.overlay.opacity ** 2;
  let [product, squares] = [pseudoCount, pseudoCount];
  for (const { at, sum, precision } of measureTile(request, prior, minOpacity)) {
    product += prior.alpha[at]! * sum;
    squares += prior.alpha[at]! ** 2 * precision;
  }
  return product / squares;
}

/** Variance of the opacities that is due to a small error of a tile's position. */
function varianceByMisplacement(alpha: Float32Array, { width }: Size, { tiles }: MarkParameters): Float32Array {
  return alpha.map((_, i) => {
    const [across, down] = [1, width].map((step) => ((alpha[i + step] ?? 0) - (alpha[i - step] ?? 0)) / 2);
    return tiles.opacity.misplacementPx ** 2 * (across! ** 2 + down! ** 2);
  });
}
