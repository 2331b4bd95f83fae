import { positionAt } from '../sources/encoding.ts';
import { type JsonScalar, readJson } from '../sources/json.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type LineCommit, lineCommits, reviewedCommits } from './history.ts';

/**
 * State of a translation: missing; older than its source text; up to date; up to date and committed with a
 * `Reviewed-by` trailer. Without git, every translation that exists is up to date.
 */
export type TranslationState = 'new' | 'changed' | 'translated' | 'reviewed';

export type Translation = {
  /** Key of the message: file name and path in the file, joined by dots. */
  readonly key: string;
  /** Name of its file without ending. */
  readonly name: string;
  /** Path in the file of the default locale. */
  readonly path: JsonScalar['path'];
  /** Text in the default locale. */
  readonly source: string;
  /** Text in the locale; `''` if it is missing. */
  readonly target: string;
  readonly state: TranslationState;
};

type ReadInput = {
  readonly tree: SourceTree;
  readonly defaultLocale: string;
  readonly locale: string;
  /** Whether a key is a message that the locale needs. */
  readonly isNeeded: (key: string) => boolean;
};

/** Returns the messages that a locale needs, with their texts and states, in the order of the default locale. */
export async function readTranslations(input: ReadInput): Promise<readonly Translation[]> {
  const { tree, defaultLocale, locale, isNeeded } = input;
  const prefix = `locales/${defaultLocale}/`;
  const paths = [...tree.files.keys()].filter((path) => path.startsWith(prefix) && path.endsWith('.json')).sort();
  const reviewed = await reviewedCommits(tree.root);
  const found: Translation[] = [];
  for (const path of paths) {
    const name = path.slice(prefix.length, -'.json'.length);
    const [source, target] = await Promise.all([
      readTexts(tree, path),
      readTexts(tree, `locales/${locale}/${name}.json`),
    ]);
    for (const [id, text] of source) {
      const key = `${name}.${id}`;
      if (text.value === '' || !isNeeded(key)) continue;
      const translated = target.get(id);
      const state = stateOf(text.commit, translated, reviewed);
      found.push({ key, name, path: text.path, source: text.value, target: translated?.value ?? '', state });
    }
  }
  return found;
}

type Text = Pick<JsonScalar, 'path'> & { readonly value: string; readonly commit: LineCommit | null };

/** Returns the texts of a file of messages by their path, joined by dots; none if there is no such file. */
async function readTexts(tree: SourceTree, path: string): Promise<ReadonlyMap<string, Text>> {
  if (!tree.files.has(path)) return new Map();
  const text = tree.text(path);
  const commits = await lineCommits(tree.root, path);
  const texts = new Map<string, Text>();
  for (const { path: steps, value, offset } of readJson(text).scalars) {
    if (typeof value !== 'string') continue;
    const commit = commits?.[positionAt(text, offset).line - 1] ?? null;
    texts.set(steps.join('.'), { path: steps, value, commit });
  }
  return texts;
}

function stateOf(source: LineCommit | null, target: Text | undefined, reviewed: ReadonlySet<string>): TranslationState {
  if (!target || target.value === '') return 'new';
  if (!source || !target.commit) return 'translated';
  if (source.timeSeconds > target.commit.timeSeconds) return 'changed';
  return reviewed.has(target.commit.hash) ? 'reviewed' : 'translated';
}
