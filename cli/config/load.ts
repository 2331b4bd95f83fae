import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { encodingProblem } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type DataPath, type Location, parseYaml } from '../sources/yaml.ts';
import { explain } from './explain.ts';
import type { ConfigName } from './json-schema.ts';
import { salvage } from './salvage.ts';

/** A file of `config/`, or its defaults where there is none. */
export type Loaded<T> = {
  readonly value: T;
  /** False when faulty parts were left out: what looks missing may stand in the file after all. */
  readonly whole: boolean;
  /** Where a part of the value stands in the file. */
  readonly at: (path: DataPath, part?: 'key' | 'value') => Location | { readonly file: string };
  readonly problems: readonly Diagnostic[];
};

export type LoadOptions<S extends z.ZodType> = {
  readonly name: ConfigName;
  readonly schema: S;
  /** Stands for a file that is not there or empty. */
  readonly empty: z.input<S>;
  /** Values of the command line, over those of the file. */
  readonly over?: { readonly [key: string]: unknown };
};

export const fileOf = (name: ConfigName): string => `config/${name}.yaml`;

/** Reads a file and holds it to its schema. Null value: too little is left to go on with. */
export function load<S extends z.ZodType>(tree: SourceTree, options: LoadOptions<S>): Loaded<z.output<S> | null> {
  const { name, schema, over = {} } = options;
  const file = fileOf(name);
  const encoding = tree.files.has(file) ? encodingProblem(file, tree.bytes(file)) : null;
  if (encoding) return { value: null, whole: false, at: () => ({ file }), problems: [encoding] };
  const { doc, problems } = tree.files.has(file)
    ? parseYaml(file, tree.text(file))
    : { doc: { data: null, locate: () => ({ file }) }, problems: [] };
  if (doc.data === undefined) return { value: null, whole: false, at: doc.locate as Loaded<null>['at'], problems };
  const given = doc.data ?? options.empty;
  const data = isMap(given) && Object.keys(over).length > 0 ? { ...given, ...over } : given;
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data, whole: problems.length === 0, at: doc.locate, problems };
  const faults = explain(schema, result.error.issues, { data, locate: doc.locate as (path: DataPath) => Location });
  const rest = salvage(schema, data);
  return {
    value: rest?.value ?? null,
    whole: false,
    at: (path, part) => doc.locate(rest?.origin(path) ?? path, part),
    problems: [...problems, ...faults],
  };
}

const isMap = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
