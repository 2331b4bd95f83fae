import type { Diagnostic, Message } from '../contract.ts';
import { type Fault, offsetInFile, placeOf, scanJson } from './json.ts';
import { compileMessage } from './message.ts';
import { type Shape, shapeOf } from './shape.ts';

export type CompiledEntry = {
  /** With the name of the file before it: `home.hero.title`. */
  readonly key: string;
  readonly message: Message;
  /** Where the text stands in the file, in UTF-16 units. */
  readonly offset: number;
  /** Null for text without placeholders, plurals and tags. */
  readonly shape: Shape | null;
};

/** A file of messages in the form that the runtime reads; independent of locale and path. */
export type CompiledFile = {
  readonly entries: ReadonlyMap<string, CompiledEntry>;
  readonly faults: readonly Fault[];
};

/** Compiles `locales/<code>/<name>.json`. */
export function compileFile(name: string, text: string): CompiledFile {
  const { leaves, faults: broken } = scanJson(text, name);
  const faults: Fault[] = [...broken];
  const entries = new Map<string, CompiledEntry>();
  for (const { path: key, value, offset } of leaves) {
    const compiled = compileMessage(value);
    if (entries.has(key)) {
      const message = `The key \`${key}\` stands twice in this file.`;
      faults.push({ code: 'LOCALE_DUPLICATE_KEY', message, hint: 'Keep one of the two.', offset });
    } else if (compiled.ok) {
      const { message } = compiled;
      entries.set(key, { key, message, offset, shape: typeof message === 'string' ? null : shapeOf(message) });
    } else {
      const { message, hint, offset: within } = compiled.fault;
      const at = offsetInFile(text, offset, within);
      faults.push({ code: 'LOCALE_MESSAGE', message: `\`${key}\`: ${message}`, hint, offset: at });
    }
  }
  return { entries, faults };
}

/** The faults of a file as problems with line and column. */
export function toDiagnostics(file: string, text: string, faults: readonly Fault[]): Diagnostic[] {
  return faults.map(({ code, message, hint, offset }) => ({
    code,
    severity: 'error',
    message,
    hint,
    file,
    ...placeOf(text, offset),
  }));
}
