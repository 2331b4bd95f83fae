import type { DateTimeSkeleton, NumberSkeleton } from '@formatjs/icu-messageformat-parser';
import type { Json } from '../contract.ts';

export type ArgumentKind = 'number' | 'date' | 'time';

/** `Intl` options, or what is wrong, as the end of a sentence that begins with the placeholder. */
export type ArgumentOptions = { readonly options: Json } | { readonly fault: string; readonly hint: string };

type Style = string | NumberSkeleton | DateTimeSkeleton | null | undefined;

const numberStyles: { readonly [style: string]: Json } = {
  integer: { maximumFractionDigits: 0 },
  percent: { style: 'percent' },
};
const dateStyles = ['short', 'medium', 'long', 'full'];

/** Options of `Intl.NumberFormat` or `Intl.DateTimeFormat` for a style such as `short`, or a skeleton such as `::yMMMd`. */
export function argumentOptions(kind: ArgumentKind, style: Style): ArgumentOptions {
  if (typeof style === 'object' && style !== null) {
    return 'tokens' in style ? numberSkeleton(style) : { options: dateSkeleton(style) };
  }
  if (kind === 'number') {
    const options = style ? numberStyles[style] : {};
    if (options !== undefined) return { options };
    const hint = 'Styles are integer and percent; for more use a skeleton such as `::currency/EUR`.';
    return { fault: `has the unknown style \`${style}\``, hint };
  }
  const name = style || 'medium';
  if (dateStyles.includes(name)) return { options: { [`${kind}Style`]: name } };
  const hint = 'Styles are short, medium, long and full; for more use a skeleton such as `::yMMMd`.';
  return { fault: `has the unknown style \`${style}\``, hint };
}

/** Names that mean the default and so leave no option behind. */
const silentStems = ['notation-simple', 'group-auto', 'sign-auto', 'unit-width-short', 'decimal-auto', 'base-unit'];

function numberSkeleton({ tokens, parsedOptions }: NumberSkeleton): ArgumentOptions {
  const { scale, ...options } = parsedOptions;
  if (scale !== undefined) {
    const hint = 'Give the value as a fraction: 0.5 with `::percent` shows as 50%.';
    return { fault: 'has a scale, which `Intl` cannot apply', hint };
  }
  const unread = tokens.every(({ stem }) => !silentStems.includes(stem)) && Object.keys(options).length === 0;
  if (unread) {
    const names = tokens.map(({ stem }) => stem).join(' ');
    return {
      fault: `has the unknown skeleton \`${names}\``,
      hint: 'For example `::currency/EUR` or `::compact-short`.',
    };
  }
  return { options: { ...options } as Json };
}

/** `j` is the hour in the way of the locale: `Intl` chooses the cycle where none is given. */
function dateSkeleton({ pattern, parsedOptions }: DateTimeSkeleton): Json {
  const hour = /j+/.exec(pattern)?.[0];
  if (hour === undefined) return { ...parsedOptions } as Json;
  return { ...parsedOptions, hour: hour.length === 2 ? '2-digit' : 'numeric' } as Json;
}
