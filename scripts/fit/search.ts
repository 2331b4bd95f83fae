import { randomOf } from '../../tests/quality/scenes.ts';

/** A number of a parameter object that is fitted, and its bounds. */
export type Range = {
  /** Names of the properties that lead to the number, joined by dots. */
  readonly path: string;
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
};

export type SearchOptions<T> = {
  readonly start: T;
  readonly ranges: readonly Range[];
  /** Score of a parameter object on the fitting pictures; higher is better. */
  readonly score: (parameters: T) => Promise<number>;
  /** Times that every range is varied; the steps of round n have the deviation range / (4 √n). */
  readonly rounds: number;
  readonly seed: number;
  readonly onStep?: (step: Step) => void;
};

/** One evaluation of the search. */
export type Step = {
  readonly path: string;
  readonly value: number;
  readonly score: number;
  readonly isBetter: boolean;
};

export type Fitted<T> = { readonly parameters: T; readonly score: number };

/**
 * Maximises a score by coordinate search: in each round every range, in random order, is tried at one normally
 * distributed step from the best value, and kept if the score rises. The same seed gives the same result.
 */
export async function searchParameters<T extends object>(options: SearchOptions<T>): Promise<Fitted<T>> {
  const { start, ranges, rounds, score, onStep } = options;
  const random = randomOf(options.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let best: Fitted<T> = { parameters: start, score: await score(start) };
  for (let round = 0; round < rounds; round++)
    for (const range of shuffled(ranges, random)) {
      const deviation = (range.max - range.min) / 4 / Math.sqrt(1 + round);
      const value = withinRange(valueAt(best.parameters, range.path) + deviation * normal(), range);
      if (value === valueAt(best.parameters, range.path)) continue;
      const parameters = withValue(best.parameters, range.path, value);
      const candidate = { parameters, score: await score(parameters) };
      const isBetter = candidate.score > best.score;
      if (isBetter) best = candidate;
      onStep?.({ path: range.path, value, score: candidate.score, isBetter });
    }
  return best;
}

function withinRange(value: number, { min, max, integer = false }: Range): number {
  const bounded = Math.min(max, Math.max(min, value));
  return integer ? Math.round(bounded) : Number(bounded.toPrecision(3));
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

type PropertyTree = { readonly [key: string]: unknown };

/** The number at a path. Throws if there is none. */
export function valueAt(parameters: object, path: string): number {
  const value = path.split('.').reduce<unknown>((node, key) => (node as PropertyTree | undefined)?.[key], parameters);
  if (typeof value !== 'number') throw new Error(`There is no number at “${path}”. Correct the path of the range.`);
  return value;
}

/** A copy of the object with another number at a path. */
export function withValue<T extends object>(parameters: T, path: string, value: number): T {
  const [key, ...rest] = path.split('.') as [string, ...string[]];
  const child = (parameters as PropertyTree)[key];
  return { ...parameters, [key]: rest.length === 0 ? value : withValue(child as object, rest.join('.'), value) };
}
