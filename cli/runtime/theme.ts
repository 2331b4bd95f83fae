import { useSyncExternalStore } from 'react';
import type { ThemeName } from '../contract.ts';
import { themeKey } from './boot-script.ts';
import { useSite } from './context.tsx';

const changeEvent = 'sitegen:theme';
const darkQuery = '(prefers-color-scheme: dark)';

/** Applies a theme to `<html>`, as the boot script does before the first paint, and notifies `useTheme`. */
function applyTheme(choice: ThemeName): void {
  const system = matchMedia(darkQuery).matches ? 'dark' : 'light';
  const shown = choice === 'system' ? system : choice;
  const { dataset, style } = document.documentElement;
  dataset.themeChoice = choice;
  dataset.theme = shown;
  style.colorScheme = shown;
  document.dispatchEvent(new Event(changeEvent));
}

function isTheme(value: unknown): value is ThemeName {
  return value === 'light' || value === 'dark' || value === 'system';
}

function chosenTheme(fallback: ThemeName): ThemeName {
  const { themeChoice } = document.documentElement.dataset;
  return isTheme(themeChoice) ? themeChoice : fallback;
}

/**
 * Applies a theme and stores the choice. If storage is not accessible, the choice lasts until the document is unloaded.
 */
export function setTheme(choice: ThemeName): void {
  try {
    localStorage.setItem(themeKey, choice);
  } catch {
    // The attribute of `<html>` still holds the choice.
  }
  applyTheme(choice);
}

/** Follows changes of the system's preference, and of the choice in other tabs. */
export function followTheme(fallback: ThemeName): void {
  matchMedia(darkQuery).addEventListener('change', () => applyTheme(chosenTheme(fallback)));
  addEventListener('storage', (event) => {
    if (event.key === themeKey) applyTheme(isTheme(event.newValue) ? event.newValue : fallback);
  });
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener(changeEvent, onChange);
  return () => document.removeEventListener(changeEvent, onChange);
}

/**
 * Returns the chosen theme, the theme shown, and a setter. On the server and during hydration, these are the site's
 * default.
 */
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
