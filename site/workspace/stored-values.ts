/** What this browser remembers under a key, parsed from JSON; null where it remembers nothing, or may not. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Remembers a value as JSON, where the browser allows it; nothing depends on it. */
export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value lasts as long as the page.
  }
}
