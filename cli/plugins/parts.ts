import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { Location } from './location.ts';
import type { Plugin } from './types.ts';

type Expectation = { readonly isValid: (value: unknown) => boolean; readonly what: string };

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const aFunction: Expectation = { isValid: isFunction, what: 'a function' };
const unifiedPlugins: Expectation = {
  isValid: (list) =>
    Array.isArray(list) && list.every((one) => isFunction(Array.isArray(one) ? one[0] : one) || isMap(one)),
  what: 'a list of plugins, which are functions, or lists of a function and its options',
};

/** What each part of a plugin must be. */
const parts: Readonly<Record<keyof Plugin, Expectation>> = {
  name: { isValid: (name) => typeof name === 'string', what: 'a text' },
  remarkPlugins: unifiedPlugins,
  rehypePlugins: unifiedPlugins,
  vite: aFunction,
  head: aFunction,
  card: {
    isValid: (card) =>
      isMap(card) &&
      isFunction(card.draw) &&
      (card.sources === undefined || isFunction(card.sources)) &&
      ['jpg', 'png', 'webp', undefined].includes(card.format as string | undefined),
    what: 'a map with the function `draw`, and if it has them, the function `sources` and the `format` jpg, png or webp',
  },
  files: aFunction,
  check: aFunction,
  serve: {
    isValid: (serve) => isMap(serve) && isFunction(serve.answer) && /^\/./.test(String(serve.path)),
    what: 'a map with a `path`, such as /notes, and the function `answer`',
  },
  commands: {
    isValid: (commands) =>
      isMap(commands) &&
      Object.values(commands).every((one) => isMap(one) && isFunction(one.run) && typeof one.description === 'string'),
    what: 'a map from names to maps with a `description` and the function `run`',
  },
};

const partNames = Object.keys(parts);

/**
 * Reports the parts of a plugin that sitegen would never read, and those that it could not use. `locate` returns the
 * location of a part.
 */
export function partProblems(
  plugin: Plugin,
  module: string,
  locate: (part: string) => Location,
): readonly Diagnostic[] {
  return Object.entries(plugin).flatMap(([part, value]): readonly Diagnostic[] => {
    const expectation = Object.hasOwn(parts, part) ? parts[part as keyof Plugin] : null;
    if (expectation === null) {
      const suggestion = suggest(part, partNames);
      return [
        {
          code: 'PLUGIN_UNKNOWN_PART',
          severity: 'error',
          message: `The plugin \`${module}\` has a part \`${part}\` that does not exist.`,
          hint:
            suggestion === null
              ? `The parts of a plugin are ${partNames.join(', ')}.`
              : `Did you mean \`${suggestion}\`?`,
          ...locate(part),
        },
      ];
    }
    if (value === undefined || expectation.isValid(value)) return [];
    return [
      {
        code: 'PLUGIN_WRONG_PART',
        severity: 'error',
        message: `The part \`${part}\` of the plugin \`${module}\` is not what it must be.`,
        hint: `Make it ${expectation.what}.`,
        ...locate(part),
      },
    ];
  });
}
