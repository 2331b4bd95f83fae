import type { Values } from '../engine/types.ts';
import type { Options, ToolWork } from './tool.ts';

/** Maximum number of pictures whose values are kept. */
const MAX_PICTURES = 2;

/** Values that a run leaves for the next run of the same picture. */
export type KeptValues = {
  /** Returns the values of a picture; none if they were kept under another key. */
  readonly of: (id: string, key: string) => Values;
  readonly set: (id: string, key: string, values: Values) => void;
  readonly clear: () => void;
};

/** Keeps the values of the pictures that ran last. The key holds what the values depend on. */
export function createKeptValues(): KeptValues {
  const entries = new Map<string, { readonly key: string; readonly values: Values }>();
  return {
    of: (id, key) => {
      const entry = entries.get(id);
      return entry?.key === key ? entry.values : {};
    },
    set: (id, key, values) => {
      entries.delete(id);
      entries.set(id, { key, values });
      for (const old of [...entries.keys()].slice(0, -MAX_PICTURES)) entries.delete(old);
    },
    clear: () => entries.clear(),
  };
}

/** Key of the values of a run: the size limit of the work and the options that the tool names. */
export const keptKey = (tool: ToolWork, options: Options, limit: number | null): string =>
  `${limit} ${tool.keptFor(options)}`;
