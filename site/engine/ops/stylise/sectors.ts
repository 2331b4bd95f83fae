/** Tables for this number of tangent directions (over half a circle) and of elongations; more make no visible difference. */
export const DIRECTIONS = 16;
export const ELONGATIONS = 4;
export const SECTORS = 8;

/** Dab sizes as fractions of the radius; the second one is for parts that must stay readable, such as faces. */
const DAB_SIZES = [1, 0.4] as const;

/**
 * Samples of the eight sectors of the anisotropic Kuwahara filter, one table for each dab size, direction and elongation (the
 * last index varies fastest). Sector `s` of table `t` has the samples from `starts[t * 8 + s]` up to the next start, each
 * with an integer offset and a weight. The weights of a sector sum to 1.
 */
export type SectorTables = {
  /** Largest offset along one axis, in pixels. */
  readonly reach: number;
  readonly starts: Int32Array<ArrayBuffer>;
  readonly dx: Int32Array<ArrayBuffer>;
  readonly dy: Int32Array<ArrayBuffer>;
  readonly weights: Float32Array<ArrayBuffer>;
};

/** Full coherence elongates the ellipse to an axis ratio of `1 + MAX_ELONGATION`. */
const MAX_ELONGATION = 1;
/** Samples along the radius: more cost time, fewer show as grain. */
const SAMPLES_PER_RADIUS = 4;
/** Samples with a lower weight are dropped. */
const MIN_WEIGHT = 0.02;

/** Computes the sampling tables for a dab radius in pixels, at least 1. */
export function sectorTables(radius: number): SectorTables {
  const starts: number[] = [];
  const dx: number[] = [];
  const dy: number[] = [];
  const weights: number[] = [];
  for (let table = 0; table < DAB_SIZES.length * DIRECTIONS * ELONGATIONS; table++) {
    const size = DAB_SIZES[Math.floor(table / (DIRECTIONS * ELONGATIONS))] ?? 1;
    const angle = ((Math.floor(table / ELONGATIONS) % DIRECTIONS) * Math.PI) / DIRECTIONS;
    const elongation = 1 + (MAX_ELONGATION * (table % ELONGATIONS)) / (ELONGATIONS - 1);
    const samples = ellipseSamples(Math.max(1, radius * size), { elongation, angle });
    for (let sector = 0; sector < SECTORS; sector++) {
      starts.push(dx.length);
      const weighted = samples.flatMap((sample) => {
        const weight = sample.falloff * sectorWeight(sample.angle, sector);
        return weight > MIN_WEIGHT ? [{ ...sample, weight }] : [];
      });
      const sum = weighted.reduce((total, { weight }) => total + weight, 0);
      for (const { x, y, weight } of weighted) {
        dx.push(x);
        dy.push(y);
        weights.push(weight / sum);
      }
    }
  }
  starts.push(dx.length);
  return {
    reach: [...dx, ...dy].reduce((max, offset) => Math.max(max, Math.abs(offset)), 0),
    starts: Int32Array.from(starts),
    dx: Int32Array.from(dx),
    dy: Int32Array.from(dy),
    weights: Float32Array.from(weights),
  };
}

type Sample = { readonly x: number; readonly y: number; readonly falloff: number; readonly angle: number };

/** Integer offsets inside an ellipse, evenly spaced, with a Gaussian falloff and the angle in its unit circle. */
function ellipseSamples(
  radius: number,
  { elongation, angle }: { readonly elongation: number; readonly angle: number },
): Sample[] {
  const across = radius / Math.sqrt(elongation);
  const along = across * elongation;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = Math.max(1, radius / SAMPLES_PER_RADIUS);
  const reach = Math.ceil(along / step);
  const found = new Map<string, Sample>();
  for (let row = -reach; row <= reach; row++)
    for (let column = -reach; column <= reach; column++) {
      const [x, y] = [Math.round(column * step), Math.round(row * step)];
      const u = (x * cos + y * sin) / along;
      const v = (y * cos - x * sin) / across;
      const squared = u * u + v * v;
      if (squared <= 1) found.set(`${x} ${y}`, { x, y, falloff: Math.exp(-2 * squared), angle: Math.atan2(v, u) });
    }
  return [...found.values()];
}

/** Weight (0..1) of a direction within a sector; smooth, overlapping the neighbouring sectors. */
function sectorWeight(angle: number, sector: number): number {
  const centre = (sector * 2 * Math.PI) / SECTORS;
  const difference = Math.abs(Math.atan2(Math.sin(angle - centre), Math.cos(angle - centre)));
  const width = (1.4 * Math.PI) / SECTORS;
  return difference >= width ? 0 : Math.cos((difference / width) * (Math.PI / 2)) ** 2;
}
