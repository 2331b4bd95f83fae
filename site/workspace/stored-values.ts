/** The value that this browser stores under a key, parsed from JSON; null if there is none or storage is forbidden. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value as JSON if the browser permits it. */
export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the value is lost with the page.
  }
}
