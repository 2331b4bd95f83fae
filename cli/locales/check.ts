import { suggest } from '../config/suggest.ts';
import type { Diagnostic } from '../contract.ts';
import type { SourceTree } from '../sources/tree.ts';
import { categoriesOf, checkPlurals, compareShapes, type MessageProblem } from './compare.ts';
import type { CompiledEntry } from './file.ts';
import { placeOf } from './json.ts';
import type { Own } from './own.ts';
import { shapeOf } from './shape.ts';

export type LocaleInput = {
  readonly own: Own;
  /** The default locale; null when `own` is that one. */
  readonly source: Own | null;
  /** Code of the default locale. */
  readonly main: string;
  /** BCP 47 tag. */
  readonly language: string;
};

/** Holds the messages of a locale to its language and to the messages that they translate. */
export function checkLocale(tree: SourceTree, { own, source, main, language }: LocaleInput): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const categories = categoriesOf(language);
  const plain = shapeOf('');
  for (const [name, { path, compiled }] of own) {
    const originals = source?.get(name)?.compiled.entries;
    const add = (entry: CompiledEntry, severity: Diagnostic['severity'], found: readonly MessageProblem[]): void => {
      if (found.length === 0) return;
      const place = placeOf(tree.text(path), entry.offset);
      problems.push(...found.map((problem) => ({ ...problem, severity, file: path, ...place })));
    };
    for (const entry of compiled.entries.values()) {
      const { key, shape, message } = entry;
      if (shape) add(entry, 'error', checkPlurals(key, shape, { tag: language, categories }));
      if (source === null) continue;
      const original = originals?.get(key);
      if (original === undefined) add(entry, 'warning', [extraKey(key, { source, own, main })]);
      else if (message !== '' && (shape || original.shape)) {
        add(entry, 'error', compareShapes(key, original.shape ?? plain, { own: shape ?? plain, main }));
      }
    }
  }
  return problems;
}

type ExtraInput = { readonly source: Own; readonly own: Own; readonly main: string };

/** A near key is worth naming only where the locale does not have that one already. */
function extraKey(key: string, { source, own, main }: ExtraInput): MessageProblem {
  const keys = [...source].flatMap(([name, { compiled }]) => {
    const mine = own.get(name)?.compiled.entries;
    return [...compiled.entries.keys()].filter((other) => !mine?.has(other));
  });
  const near = suggest(key, keys);
  const hint = near ? `Did you mean \`${near}\`?` : 'Delete it, or add it to the default locale.';
  return { code: 'LOCALE_EXTRA_KEY', message: `\`${key}\` is not a message of ${main}, so nothing can show it.`, hint };
}
