import { learnedPace } from '../capability/pace.ts';
import type { NetworkTime } from '../types.ts';

const KEY = 'safelight-network-pace';

/** How this device compares with a usual one: 1 until it was seen at work. */
export function paceHere(): number {
  try {
    const pace = Number(window.localStorage.getItem(KEY) ?? 1);
    return pace > 0 && Number.isFinite(pace) ? pace : 1;
  } catch {
    return 1;
  }
}

/** Remembers how long the networks of a job took. Nothing of the picture is stored. */
export function rememberPace(run: NetworkTime): void {
  try {
    window.localStorage.setItem(KEY, String(learnedPace(paceHere(), run)));
  } catch {
    // Estimates stay as they are where nothing may be stored.
  }
}
