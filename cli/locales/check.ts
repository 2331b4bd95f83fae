import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { positionAt } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { CompiledMessage, LocaleFiles } from './files.ts';
import { type Signature, signatureOf } from './signature.ts';

export type LocaleInput = {
  readonly files: LocaleFiles;
  /** Files of the default locale; null if `files` are those. */
  readonly source: LocaleFiles | null;
  /** Code of the default locale. */
  readonly defaultLocale: string;
  /** BCP 47 tag. */
  readonly language: string;
};

/** Checks the messages of a locale against the plural rules of its language and the messages of the default locale. */
export function checkLocale(
  tree: Pick<SourceTree, 'text'>,
  { files, source, defaultLocale, language }: LocaleInput,
): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const categories = pluralCategories(language);
  const emptySignature = signatureOf('');
  for (const [name, { path, compiled }] of files) {
    const { messages: originals, errors = [] } = source?.get(name)?.compiled ?? {};
    const report = (
      { offset }: CompiledMessage,
      severity: Diagnostic['severity'],
      messageProblems: readonly MessageProblem[],
    ): void => {
      if (messageProblems.length === 0) return;
      const position = positionAt(tree.text(path), offset);
      problems.push(...messageProblems.map((problem) => ({ ...problem, severity, file: path, ...position })));
    };
    for (const entry of compiled.messages.values()) {
      const { key, signature, message } = entry;
      if (signature) report(entry, 'error', checkPlurals(key, signature, { tag: language, categories }));
      if (source === null) continue;
      const original = originals?.get(key);
      if (original === undefined) {
        // Where the source has errors, its message may be one of those that could not be read.
        if (errors.length > 0) continue;
        report(entry, 'warning', [extraKeyProblem(key, { source, files, defaultLocale })]);
      } else if (message !== '' && (signature || original.signature)) {
        const translation = signature ?? emptySignature;
        report(
          entry,
          'error',
          compareSignatures(key, original.signature ?? emptySignature, { translation, defaultLocale }),
        );
      }
    }
  }
  return problems;
}

type ExtraKeyInput = Pick<LocaleInput, 'files' | 'defaultLocale'> & { readonly source: LocaleFiles };

/** Returns the warning for a key that the default locale does not have. Suggests only keys that this locale lacks. */
function extraKeyProblem(key: string, { source, files, defaultLocale }: ExtraKeyInput): MessageProblem {
  const keys = [...source].flatMap(([name, { compiled }]) => {
    const translated = files.get(name)?.compiled.messages;
    return [...compiled.messages.keys()].filter((other) => !translated?.has(other));
  });
  const similar = suggest(key, keys);
  const hint = similar ? `Did you mean \`${similar}\`?` : 'Remove it, or add it to the default locale.';
  return {
    code: 'LOCALE_EXTRA_KEY',
    message: `\`${key}\` is not a message of ${defaultLocale}, so no page can show it.`,
    hint,
  };
}

/** A problem of one message, without its location. */
type MessageProblem = { readonly code: string; readonly message: string; readonly hint: string };

/** Returns the cardinal or ordinal plural categories of a language. */
type PluralCategories = (ordinal: boolean) => readonly string[];

function pluralCategories(language: string): PluralCategories {
  const categories = (type: 'cardinal' | 'ordinal') =>
    new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  const cardinal = categories('cardinal');
  let ordinal: readonly string[] | null = null;
  return (isOrdinal) => {
    if (!isOrdinal) return cardinal;
    ordinal ??= categories('ordinal');
    return ordinal;
  };
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Reports each plural that does not have exactly the categories of its language. */
function checkPlurals(
  key: string,
  signature: Signature,
  language: { tag: string; categories: PluralCategories },
): MessageProblem[] {
  return signature.plurals.flatMap(({ name, ordinal, categories }) => {
    const required = language.categories(ordinal);
    const missing = required.filter((category) => !categories.includes(category));
    const extra = categories.filter((category) => !required.includes(category));
    if (missing.length + extra.length === 0) return [];
    const differences = [
      ...(missing.length > 0 ? [`lacks ${list(missing)}`] : []),
      ...(extra.length > 0 ? [`has ${list(extra)}, which is not used`] : []),
    ];
    const message = `The plural of \`{${name}}\` in \`${key}\` ${differences.join(' and ')}.`;
    return [{ code: 'LOCALE_PLURAL', message, hint: `${language.tag} has the categories ${list(required)}.` }];
  });
}

const typeNames = { number: 'a number', date: 'a date', choice: 'a choice', text: 'text' } as const;

/** Reports each placeholder, tag and choice in which a translation differs from its source. */
function compareSignatures(
  key: string,
  source: Signature,
  { translation, defaultLocale }: { translation: Signature; defaultLocale: string },
): MessageProblem[] {
  const problems: MessageProblem[] = [];
  const add = (code: string, message: string, hint: string): void => {
    problems.push({ code, message: `\`${key}\` ${message}.`, hint });
  };
  for (const [name, type] of source.types) {
    const translated = translation.types.get(name);
    if (translated === undefined) {
      add(
        'LOCALE_PLACEHOLDER',
        `lacks the placeholder \`{${name}}\``,
        `The message in ${defaultLocale} has it. Names are not translated.`,
      );
    } else if (translated !== type) {
      const example = type === 'number' ? ` Write {${name}, number} or {${name}, plural, …}.` : '';
      add(
        'LOCALE_PLACEHOLDER',
        `takes \`{${name}}\` as ${typeNames[translated]}`,
        `In ${defaultLocale} it is ${typeNames[type]}.${example}`,
      );
    }
  }
  for (const name of translation.types.keys()) {
    if (!source.types.has(name))
      add(
        'LOCALE_PLACEHOLDER',
        `has the placeholder \`{${name}}\``,
        unknownNameHint(name, [...source.types.keys()], defaultLocale),
      );
  }
  for (const tag of source.tags) {
    if (!translation.tags.has(tag))
      add(
        'LOCALE_TAG',
        `lacks the tag \`<${tag}>\``,
        `The message in ${defaultLocale} has it. Tags are not translated.`,
      );
  }
  for (const tag of translation.tags) {
    if (!source.tags.has(tag))
      add('LOCALE_TAG', `has the tag \`<${tag}>\``, unknownNameHint(tag, [...source.tags], defaultLocale));
  }
  for (const [name, choices] of translation.choices) {
    const original = source.choices.get(name);
    if (!original) continue;
    for (const choice of choices) {
      if (!original.has(choice))
        add(
          'LOCALE_CHOICE',
          `has the choice \`${choice}\` of \`{${name}}\``,
          unknownNameHint(choice, [...original], defaultLocale),
        );
    }
  }
  return problems;
}

/** Returns the hint for a name that the source does not have. */
function unknownNameHint(name: string, names: readonly string[], defaultLocale: string): string {
  const similar = suggest(name, names);
  if (similar !== null) return `Did you mean \`${similar}\`?`;
  return names.length === 0
    ? `The message in ${defaultLocale} has none.`
    : `The message in ${defaultLocale} has ${list(names)}.`;
}
