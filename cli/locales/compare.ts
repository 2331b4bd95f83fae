import { suggest } from '../config/suggest.ts';
import type { Shape } from './shape.ts';

/** A problem of one message, without its place. */
export type MessageProblem = { readonly code: string; readonly message: string; readonly hint: string };

/** Plural categories of a language. */
export type Categories = (ordinal: boolean) => readonly string[];

/** Asks `Intl` once for each kind of plural. */
export function categoriesOf(language: string): Categories {
  const ask = (type: 'cardinal' | 'ordinal') =>
    new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  const known = new Map<boolean, readonly string[]>();
  return (ordinal) => {
    const found = known.get(ordinal) ?? ask(ordinal ? 'ordinal' : 'cardinal');
    known.set(ordinal, found);
    return found;
  };
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Every plural must have exactly the categories of its language: a missing one shows the wrong words. */
export function checkPlurals(
  key: string,
  shape: Shape,
  language: { tag: string; categories: Categories },
): MessageProblem[] {
  return shape.plurals.flatMap(({ name, ordinal, categories }) => {
    const wanted = language.categories(ordinal);
    const missing = wanted.filter((category) => !categories.includes(category));
    const spare = categories.filter((category) => !wanted.includes(category));
    if (missing.length + spare.length === 0) return [];
    const faults = [
      ...(missing.length > 0 ? [`lacks ${list(missing)}`] : []),
      ...(spare.length > 0 ? [`has ${list(spare)}, which is not used`] : []),
    ];
    const message = `The plural of \`{${name}}\` in \`${key}\` ${faults.join(' and ')}.`;
    return [{ code: 'LOCALE_PLURAL', message, hint: `${language.tag} has the categories ${list(wanted)}.` }];
  });
}

const words = { number: 'a number', date: 'a date', choice: 'a choice', text: 'text' } as const;

/** A translation must take the same placeholders, tags and choices as the message that it translates. */
export function compareShapes(
  key: string,
  source: Shape,
  { own, main }: { own: Shape; main: string },
): MessageProblem[] {
  const problems: MessageProblem[] = [];
  const add = (code: string, message: string, hint: string): void => {
    problems.push({ code, message: `\`${key}\` ${message}.`, hint });
  };
  for (const [name, type] of source.types) {
    const here = own.types.get(name);
    if (here === undefined) {
      add(
        'LOCALE_PLACEHOLDER',
        `lacks the placeholder \`{${name}}\``,
        `The message in ${main} has it. Names are not translated.`,
      );
    } else if (here !== type) {
      const example = type === 'number' ? ` Write {${name}, number} or {${name}, plural, …}.` : '';
      add('LOCALE_PLACEHOLDER', `takes \`{${name}}\` as ${words[here]}`, `In ${main} it is ${words[type]}.${example}`);
    }
  }
  for (const name of own.types.keys()) {
    if (!source.types.has(name))
      add('LOCALE_PLACEHOLDER', `has the placeholder \`{${name}}\``, unknown(name, [...source.types.keys()], main));
  }
  for (const tag of source.tags) {
    if (!own.tags.has(tag))
      add('LOCALE_TAG', `lacks the tag \`<${tag}>\``, `The message in ${main} has it. Tags are not translated.`);
  }
  for (const tag of own.tags) {
    if (!source.tags.has(tag)) add('LOCALE_TAG', `has the tag \`<${tag}>\``, unknown(tag, [...source.tags], main));
  }
  for (const [name, choices] of own.choices) {
    const known = source.choices.get(name);
    if (!known) continue;
    for (const choice of choices) {
      if (!known.has(choice))
        add('LOCALE_CHOICE', `has the choice \`${choice}\` of \`{${name}}\``, unknown(choice, [...known], main));
    }
  }
  return problems;
}

function unknown(name: string, known: readonly string[], main: string): string {
  const near = suggest(name, known);
  if (near !== null) return `Did you mean \`${near}\`?`;
  return known.length === 0 ? `The message in ${main} has none.` : `The message in ${main} has ${list(known)}.`;
}
