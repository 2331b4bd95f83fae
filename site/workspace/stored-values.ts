/** Where a value is stored: in this browser, or in this tab, whose reload keeps it. */
type StorageName = 'localStorage' | 'sessionStorage';

/** The value that is stored under a key, parsed from JSON; null if there is none or storage is forbidden. */
export function readStored(key: string, storage: StorageName = 'localStorage'): unknown {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value as JSON if the browser permits it. */
export function writeStored(key: string, value: unknown, storage: StorageName = 'localStorage'): void {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value is lost with the page.
  }
}
