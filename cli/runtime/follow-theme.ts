import type { ThemeName } from '../contract.ts';
import { themeKey } from './boot-script.ts';
import { applyTheme, chosenTheme, darkQuery, isTheme } from './theme.ts';

/** Follows changes of the system's preference, and of the choice in other tabs. */
export function followTheme(fallback: ThemeName): void {
  matchMedia(darkQuery).addEventListener('change', () => applyTheme(chosenTheme(fallback)));
  addEventListener('storage', (event) => {
    if (event.key === themeKey) applyTheme(isTheme(event.newValue) ? event.newValue : fallback);
  });
}
