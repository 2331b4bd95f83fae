import type { z } from 'zod';
import type { DataPath } from '../sources/yaml.ts';

export type Salvaged<T> = {
  readonly value: T;
  /** Path in the file of a path in the salvaged value. */
  readonly origin: (path: DataPath) => DataPath;
};

/** Marks an entry of a list that is to be left out; entries are not moved until all paths have been used. */
const hole = Symbol('hole');

/**
 * What remains of data that breaks its schema when the faulty parts are left out, or null when nothing does. So one
 * bad route does not hide that two others claim the same path.
 */
export function salvage<S extends z.ZodType>(schema: S, data: unknown): Salvaged<z.output<S>> | null {
  const copy = structuredClone(data);
  // Round n takes out what n levels above an issue stands: first the faulty value, then what cannot do without it.
  for (let level = 0; level < 6; level++) {
    const { value, origins } = close(copy, [], new Map());
    const result = schema.safeParse(value);
    const origin = (path: DataPath): DataPath => translate(path, origins);
    if (result.success) return { value: result.data, origin };
    for (const issue of result.error.issues) {
      const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
      const ends = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
      for (const end of ends) if (end.length > level) remove(copy, origin(end.slice(0, end.length - level)));
    }
  }
  return null;
}

function remove(data: unknown, path: DataPath): void {
  let holder = data;
  for (const step of path.slice(0, -1)) holder = (holder as { [key: string]: unknown } | undefined)?.[step];
  const last = path.at(-1);
  if (Array.isArray(holder) && typeof last === 'number') holder[last] = hole;
  else if (typeof holder === 'object' && holder !== null && last !== undefined) Reflect.deleteProperty(holder, last);
}

type Origins = Map<string, readonly number[]>;

/** A copy without holes, and for each list where its entries stood. */
function close(
  value: unknown,
  path: DataPath,
  origins: Origins,
): { readonly value: unknown; readonly origins: Origins } {
  if (Array.isArray(value)) {
    const kept = [...value.keys()].filter((index) => value[index] !== hole);
    origins.set(JSON.stringify(path), kept);
    const list = kept.map((from, to) => close(value[from], [...path, to], origins).value);
    return { value: list, origins };
  }
  if (typeof value !== 'object' || value === null) return { value, origins };
  const entries = Object.entries(value).map(([key, inner]) => [key, close(inner, [...path, key], origins).value]);
  return { value: Object.fromEntries(entries), origins };
}

function translate(path: DataPath, origins: Origins): DataPath {
  return path.map((step, depth) => {
    if (typeof step !== 'number') return step;
    return origins.get(JSON.stringify(path.slice(0, depth)))?.[step] ?? step;
  });
}
