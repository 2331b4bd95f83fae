import { useSyncExternalStore } from 'react';
import type { ThemeName } from '../contract.ts';
import { themeKey } from './boot-script.ts';
import { useSite } from './context.ts';

const changed = 'sitegen:theme';
const darkQuery = '(prefers-color-scheme: dark)';

/** Puts a theme on `<html>`, as the boot script does before the first paint. */
function applyTheme(choice: ThemeName): void {
  const system = matchMedia(darkQuery).matches ? 'dark' : 'light';
  const shown = choice === 'system' ? system : choice;
  const { dataset, style } = document.documentElement;
  dataset.themeChoice = choice;
  dataset.theme = shown;
  style.colorScheme = shown;
  document.dispatchEvent(new Event(changed));
}

function isTheme(value: unknown): value is ThemeName {
  return value === 'light' || value === 'dark' || value === 'system';
}

function chosenTheme(fallback: ThemeName): ThemeName {
  const { themeChoice } = document.documentElement.dataset;
  return isTheme(themeChoice) ? themeChoice : fallback;
}

/** Follows the system's preference and changes made in other tabs. */
export function followTheme(fallback: ThemeName): void {
  matchMedia(darkQuery).addEventListener('change', () => applyTheme(chosenTheme(fallback)));
  addEventListener('storage', (event) => {
    if (event.key === themeKey) applyTheme(isTheme(event.newValue) ? event.newValue : fallback);
  });
}

/** Chooses a theme and keeps the choice; without storage it holds until the document is left. */
export function setTheme(choice: ThemeName): void {
  try {
    localStorage.setItem(themeKey, choice);
  } catch {
    // The document remembers it.
  }
  applyTheme(choice);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener(changed, onChange);
  return () => document.removeEventListener(changed, onChange);
}

/** The chosen theme and the one on show. On the server and while hydrating: the site's default. */
export function useTheme(): {
  readonly choice: ThemeName;
  readonly shown: 'light' | 'dark';
  readonly setTheme: (choice: ThemeName) => void;
} {
  const { theme } = useSite();
  const choice = useSyncExternalStore(
    subscribe,
    () => chosenTheme(theme),
    () => theme,
  );
  const shown = useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'),
    () => (theme === 'light' ? 'light' : 'dark'),
  );
  return { choice, shown, setTheme };
}
