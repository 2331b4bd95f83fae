import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { LocaleSettings } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { checkLocale } from '../locales/check.ts';
import type { CompiledMessage, LocaleFiles } from '../locales/files.ts';
import { compileMessage } from '../locales/message.ts';
import { signatureOf } from '../locales/signature.ts';
import { fail, ok, type Result, settle } from '../report/result.ts';
import { positionAt } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';
import { fromCsv } from './csv.ts';
import type { ReceivedFile, ReceivedTranslation } from './exchange.ts';
import type { Translation } from './read.ts';
import { fromXliff } from './xliff.ts';

/** A file from a translator. */
export type ImportFile = { readonly path: string; readonly text: string };

/** Reads a file from a translator and finds its locale. */
export function readImport(
  { path, text }: ImportFile,
  { languages }: LocaleSettings,
): Result<{ readonly locale: string; readonly translations: readonly ReceivedTranslation[] }> {
  const received = path.toLowerCase().endsWith('.csv') ? fromCsv(text) : fromXliff(text);
  if (!('target' in received)) {
    const { offset, ...problem } = received;
    return fail([{ code: 'TRANSLATION_FILE', severity: 'error', ...problem, file: path, ...positionAt(text, offset) }]);
  }
  const locale = localeOf(received, languages);
  if (locale !== null) return ok({ locale, translations: received.translations });
  const message = `The site has no locale \`${received.target}\`.`;
  const hint = `Its locales are ${Object.keys(languages).join(', ')}.`;
  return fail([{ code: 'TRANSLATION_FILE', severity: 'error', message, hint, file: path, line: 1, column: 1 }]);
}

function localeOf({ target }: ReceivedFile, languages: LocaleSettings['languages']): string | null {
  if (target in languages) return target;
  return Object.keys(languages).find((code) => languages[code]?.toLowerCase() === target.toLowerCase()) ?? null;
}

export type ImportPlan = {
  /** Path below the root -> new text, of each file that changes. */
  readonly files: ReadonlyMap<string, string>;
  /** Numbers of messages: written, the same as before, and not translated. */
  readonly written: number;
  readonly unchanged: number;
  readonly empty: number;
};

type PlanInput = {
  readonly tree: SourceTree;
  readonly settings: LocaleSettings;
  readonly locale: string;
  /** All messages of the locale, as they are now. */
  readonly current: readonly Translation[];
  readonly received: readonly ReceivedTranslation[];
};

/**
 * Plans what an import writes. Fails if a translation is not a message, or differs from its source in placeholders, tags
 * or plural forms. Warns of what it leaves out: unknown keys, and translations of a source text that has changed since.
 */
export function planImport(file: ImportFile, input: PlanInput): Result<ImportPlan> {
  const { current, received, tree, locale } = input;
  const byKey = new Map(current.map((one) => [one.key, one]));
  const problems: Diagnostic[] = [];
  const report = ({ offset }: ReceivedTranslation, problem: Omit<Diagnostic, 'file'>) =>
    problems.push({ ...problem, file: file.path, ...positionAt(file.text, offset) });
  const accepted: [ReceivedTranslation, Translation][] = [];
  let [unchanged, empty] = [0, 0];
  for (const one of received) {
    const message = byKey.get(one.key);
    if (!message) report(one, unknownKey(one.key, byKey));
    else if (one.target === '') empty += 1;
    else if (one.target === message.target) unchanged += 1;
    else if (one.source !== null && one.source !== message.source) report(one, outdated(one.key));
    else accepted.push([one, message]);
  }
  problems.push(...messageProblems(file, accepted, input));
  const plan = () => ({
    files: edited(accepted, (name) => {
      const path = `locales/${locale}/${name}.json`;
      return [path, tree.files.has(path) ? tree.text(path) : '{}\n'];
    }),
    written: accepted.length,
    unchanged,
    empty,
  });
  return settle(plan, problems);
}

/** Problems of texts as messages, and beside their source, at their positions in the imported file. */
function messageProblems(
  file: ImportFile,
  accepted: readonly (readonly [ReceivedTranslation, Translation])[],
  { settings, locale }: PlanInput,
): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const compiled = new Map<string, CompiledMessage>();
  const sources = new Map<string, CompiledMessage>();
  for (const [{ key, target, offset }, { source }] of accepted) {
    const [translation, original] = [compileMessage(target), compileMessage(source)];
    if (!translation.ok) {
      const { message, hint } = translation.error;
      const text = `\`${key}\`: ${message}`;
      problems.push({
        code: 'LOCALE_MESSAGE',
        severity: 'error',
        message: text,
        hint,
        file: file.path,
        ...positionAt(file.text, offset),
      });
    } else if (original.ok) {
      compiled.set(key, messageOf(key, translation.message, offset));
      sources.set(key, messageOf(key, original.message, 0));
    }
  }
  const filesOf = (messages: ReadonlyMap<string, CompiledMessage>): LocaleFiles =>
    new Map([['', { path: file.path, compiled: { messages, errors: [] } }]]);
  const language = settings.languages[locale] ?? locale;
  const text = { text: () => file.text };
  const context = { files: filesOf(compiled), source: filesOf(sources), defaultLocale: settings.default, language };
  return [...problems, ...checkLocale(text, context)];
}

const messageOf = (key: string, message: CompiledMessage['message'], offset: number): CompiledMessage => ({
  key,
  message,
  offset,
  signature: typeof message === 'string' ? null : signatureOf(message),
});

/** Writes texts into files of messages. The rest of each file stays as it is. */
function edited(
  accepted: readonly (readonly [ReceivedTranslation, Translation])[],
  fileOf: (name: string) => readonly [path: string, text: string],
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [{ target }, { name, path: steps }] of accepted) {
    const [path, before] = fileOf(name);
    const text = files.get(path) ?? before;
    files.set(path, withText(text, steps, target));
  }
  return files;
}

/** Writes a text into a file of messages. The new items before one of a list are empty, which counts as missing. */
function withText(file: string, steps: Translation['path'], target: string): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  let text = file;
  const set = (path: Translation['path'], value: unknown): void => {
    text = applyEdits(text, modify(text, [...path], value, { formattingOptions }));
  };
  for (const [at, step] of steps.entries()) {
    const above = steps.slice(0, at);
    const root = parseTree(text);
    const node = root && findNodeAtLocation(root, above);
    // A text where the default locale has a map or a list: no page can show it.
    if (node && !node.children) set(above, typeof step === 'number' ? [] : {});
    if (typeof step !== 'number') continue;
    for (let index = node?.children?.length ?? 0; index < step; index++) set([...above, index], '');
  }
  set(steps, target);
  return text;
}

function unknownKey(key: string, messages: ReadonlyMap<string, unknown>): Omit<Diagnostic, 'file'> {
  const similar = suggest(key, [...messages.keys()]);
  return {
    code: 'TRANSLATION_UNKNOWN_KEY',
    severity: 'warning',
    message: `\`${key}\` is not a message that this locale needs. It is left out.`,
    hint: similar ? `Did you mean \`${similar}\`?` : 'It may have been removed since the export.',
  };
}

const outdated = (key: string): Omit<Diagnostic, 'file'> => ({
  code: 'TRANSLATION_OUTDATED',
  severity: 'warning',
  message: `The source text of \`${key}\` has changed since the export. Its translation is left out.`,
  hint: 'Export it again, and translate the new text.',
});
