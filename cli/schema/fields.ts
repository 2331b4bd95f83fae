import type { Json } from '../contract.ts';

/**
 * Rule of one value. `image` is a path relative to the file, `date` a day (`2026-03-01`), `reference` the id of an entry
 * of the collection `to`. Items of a `list` follow `of`, by default texts; `object` has `fields`, `enum` has `values`.
 */
export type FieldRule = {
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'image' | 'enum' | 'object' | 'reference';
  readonly required?: boolean | undefined;
  readonly default?: Json | undefined;
  readonly values?: readonly string[] | undefined;
  readonly of?: FieldRule | undefined;
  readonly fields?: FieldRules | undefined;
  readonly to?: string | undefined;
  /** Whether a single text may stand for a `list` of it. */
  readonly single?: boolean | undefined;
};

export type FieldRules = { readonly [key: string]: FieldRule };

/** Front matter keys of all collections. `slug` is a string in the form that `isSlug` checks. */
export const coreFields = {
  title: { type: 'string' },
  description: { type: 'string' },
  date: { type: 'date' },
  updated: { type: 'date' },
  expires: { type: 'date' },
  tags: { type: 'list' },
  author: { type: 'string' },
  cover: { type: 'image' },
  draft: { type: 'boolean' },
  slug: { type: 'string' },
  order: { type: 'number' },
  aliases: { type: 'list' },
} as const satisfies FieldRules;

export type CoreKey = keyof typeof coreFields;

/** Core fields that a collection may declare with a type of its own; then they are fields like any other. */
const replaceable: readonly string[] = ['author', 'cover', 'tags', 'description'] satisfies CoreKey[];

/** Core fields that a collection may declare with their own type, to require them or to give a default. */
const redeclarable: readonly string[] = ['date', 'updated', 'expires', 'order'] satisfies CoreKey[];

/** True if a collection may declare a field. */
export function isDeclarable(key: string, { type }: Pick<FieldRule, 'type'>): boolean {
  if (!Object.hasOwn(coreFields, key) || replaceable.includes(key)) return true;
  return redeclarable.includes(key) && coreFields[key as CoreKey].type === type;
}

/** All rules for the entries of a collection. */
export type EntrySchema = {
  readonly rules: FieldRules;
  /** Keys of `rules` that belong to the collection; all others are core fields. */
  readonly declaredKeys: ReadonlySet<string>;
  readonly required: readonly (readonly [key: string, rule: FieldRule])[];
  /** Values of missing keys. */
  readonly defaults: readonly (readonly [key: string, value: Json])[];
  /** Field that gives the title. */
  readonly titleField: string;
  /** Taxonomies besides `tags`: their terms are lists of texts. */
  readonly taxonomies: readonly string[];
};

export type SchemaInput = {
  /** Fields that the collection declares. */
  readonly fields: FieldRules;
  /** Core fields that every entry must have. */
  readonly required: readonly CoreKey[];
  readonly titleField?: string;
  /** Taxonomies besides `tags`, with the collection that their terms name, if any. */
  readonly taxonomies?: { readonly [name: string]: { readonly to?: string | undefined } };
};

/** Merges the rules of a collection with the core fields, once for all of its entries. */
export function entrySchema({ fields, required, titleField = 'title', taxonomies = {} }: SchemaInput): EntrySchema {
  const requiredKeys: readonly string[] = required.map((key) => (key === 'title' ? titleField : key));
  const names = Object.keys(taxonomies);
  const terms = Object.fromEntries(
    names.map((name): [string, FieldRule] => {
      const to = taxonomies[name]?.to;
      return [name, { type: 'list', single: true, ...(to !== undefined && { of: { type: 'reference', to } }) }];
    }),
  );
  const rules: Record<string, FieldRule> = { ...coreFields, ...terms, ...fields };
  for (const key of requiredKeys) rules[key] = { ...(rules[key] ?? { type: 'string' }), required: true };
  const isNewField = (key: string, rule: FieldRule): boolean =>
    !Object.hasOwn(coreFields, key) || coreFields[key as CoreKey].type !== rule.type || rule.of !== undefined;
  return {
    rules,
    declaredKeys: new Set(
      Object.keys(fields).filter((key) => isNewField(key, fields[key] as FieldRule) && !names.includes(key)),
    ),
    // Core fields first: authors write them in this order.
    required: Object.entries(rules).filter(([, rule]) => rule.required),
    defaults: Object.entries(rules).flatMap(([key, rule]) =>
      rule.default === undefined ? [] : [[key, rule.default] as const],
    ),
    titleField,
    taxonomies: names,
  };
}
