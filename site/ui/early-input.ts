import type { Dropped } from './dropped-files.ts';

type Held = {
  readonly files: Dropped;
  readonly keys: KeyboardEvent;
  readonly typed: string;
};
type EarlyInput = { earlyInput?: { [name in keyof Held]?: () => readonly Held[name][] } };

/**
 * What a visitor handed over before the page could take it, once; `site/public/early-input.js` held it. `files`: files and
 * folders that were dropped or pasted; `keys`: key events that may open the search; `typed`: names of the keys
 * after the last of them. From now on the page listens itself.
 */
export function takeEarly<Name extends keyof Held>(
  name: Name,
  page: EarlyInput = window as EarlyInput,
): readonly Held[Name][] {
  page.earlyInput ??= {};
  const take = page.earlyInput[name];
  // If `early-input.js` loads later, this keeps it from listening.
  page.earlyInput[name] = () => [];
  return take?.() ?? [];
}
