/** What a utility remembers: plain fields. */
export type Fields = { readonly [name: string]: string | number | boolean };

export type StoredRules<T extends Fields> = {
  /** Rises when what is stored changes its meaning; older entries are then forgotten. */
  readonly version: number;
  readonly initial: T;
  /** Fields that may hold certain values only. */
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

/** The stored fields that are of the right type, the initial ones for all others. */
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
