/** Stored state of a utility: plain fields. */
export type Fields = { readonly [name: string]: string | number | boolean };

export type StoredRules<T extends Fields> = {
  /** Increased when stored fields change their meaning; entries of other versions are ignored. */
  readonly version: number;
  readonly initial: T;
  /** Allowed values of fields that are choices. */
  readonly choices?: { readonly [name in keyof T]?: readonly T[name][] };
};

export const writeStored = <T extends Fields>(value: T, { version }: StoredRules<T>): string =>
  JSON.stringify({ version, value });

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Parses stored fields. Fields that are missing, of the wrong type or not allowed get their initial values. */
export const readStored = <T extends Fields>(text: string | null, rules: StoredRules<T>): T => {
  const { version, initial, choices } = rules;
  const stored = text === null ? null : parse(text);
  if (typeof stored !== 'object' || stored === null || !('value' in stored) || !('version' in stored)) return initial;
  const { value } = stored;
  if (stored.version !== version || typeof value !== 'object' || value === null) return initial;
  const usable = Object.entries(value).filter(([name, field]) => {
    const allowed = choices?.[name];
    return (
      Object.hasOwn(initial, name) && typeof field === typeof initial[name] && (!allowed || allowed.includes(field))
    );
  });
  return { ...initial, ...Object.fromEntries(usable) };
};
