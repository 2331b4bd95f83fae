/** Directions and stretches of the sampling tables; finer ones make no visible difference. */
export const TURNS = 16;
export const STRETCHES = 4;
const SECTORS = 8;

/** Sizes of dabs, as shares of the radius: the second one for parts that must stay readable, such as faces. */
const SIZES = [1, 0.4] as const;

/**
 * Where the eight sectors of the anisotropic Kuwahara filter look, for both sizes of dabs, each of `TURNS` directions of the
 * tangent (over half a circle) and `STRETCHES` degrees of coherence, the last one counting fastest. Table `t` has its
 * samples at `starts[t * 8 + sector]` up to the start after it; of each sample there are whole offsets and a weight.
 * Weights of a sector sum to 1.
 */
export type SectorTables = {
  /** No offset is longer, in pixels. */
  readonly reach: number;
  readonly starts: Int32Array<ArrayBuffer>;
  readonly dx: Int32Array<ArrayBuffer>;
  readonly dy: Int32Array<ArrayBuffer>;
  readonly weights: Float32Array<ArrayBuffer>;
};

/** Coherence 0..1 lengthens the ellipse by up to `1 + STRETCH` along the tangent, and narrows it across. */
const STRETCH = 1;

/** Samples across the radius: more cost time, fewer show as grain. */
const SAMPLES = 4;

/** `radius` in pixels, 1 or more. */
export function sectorTables(radius: number): SectorTables {
  const starts: number[] = [];
  const dx: number[] = [];
  const dy: number[] = [];
  const weights: number[] = [];
  for (let table = 0; table < SIZES.length * TURNS * STRETCHES; table++) {
    const size = SIZES[Math.floor(table / (TURNS * STRETCHES))] ?? 1;
    const angle = ((Math.floor(table / STRETCHES) % TURNS) * Math.PI) / TURNS;
    const length = 1 + (STRETCH * (table % STRETCHES)) / (STRETCHES - 1);
    const samples = ellipse(Math.max(1, radius * size), { length, angle });
    for (let sector = 0; sector < SECTORS; sector++) {
      starts.push(dx.length);
      const own = samples.flatMap((sample) => {
        const weight = sample.fall * share(sample.angle, sector);
        return weight > 0.02 ? [{ ...sample, weight }] : [];
      });
      const sum = own.reduce((total, { weight }) => total + weight, 0);
      for (const { x, y, weight } of own) {
        dx.push(x);
        dy.push(y);
        weights.push(weight / sum);
      }
    }
  }
  starts.push(dx.length);
  return {
    reach: [...dx, ...dy].reduce((most, offset) => Math.max(most, Math.abs(offset)), 0),
    starts: Int32Array.from(starts),
    dx: Int32Array.from(dx),
    dy: Int32Array.from(dy),
    weights: Float32Array.from(weights),
  };
}

type Sample = { readonly x: number; readonly y: number; readonly fall: number; readonly angle: number };

/** Whole offsets inside the ellipse, evenly spread, with a Gaussian fall-off and their angle in its unit circle. */
function ellipse(radius: number, { length, angle }: { readonly length: number; readonly angle: number }): Sample[] {
  const across = radius / Math.sqrt(length);
  const along = across * length;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = Math.max(1, radius / SAMPLES);
  const reach = Math.ceil(along / step);
  const found = new Map<string, Sample>();
  for (let row = -reach; row <= reach; row++)
    for (let column = -reach; column <= reach; column++) {
      const [x, y] = [Math.round(column * step), Math.round(row * step)];
      const u = (x * cos + y * sin) / along;
      const v = (y * cos - x * sin) / across;
      const squared = u * u + v * v;
      if (squared <= 1) found.set(`${x} ${y}`, { x, y, fall: Math.exp(-2 * squared), angle: Math.atan2(v, u) });
    }
  return [...found.values()];
}

/** How much a direction belongs to a sector: smooth, and shared with the neighbours. The centre belongs to all. */
function share(angle: number, sector: number): number {
  const centre = (sector * 2 * Math.PI) / SECTORS;
  const off = Math.abs(Math.atan2(Math.sin(angle - centre), Math.cos(angle - centre)));
  const width = (1.4 * Math.PI) / SECTORS;
  return off >= width ? 0 : Math.cos((off / width) * (Math.PI / 2)) ** 2;
}
