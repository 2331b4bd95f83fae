const WIDTH = 24;
const MEGABYTE = 1_000_000;
const REPAINT_MS = 100;

/**
 * @typedef {{ readonly isTTY?: boolean, write(text: string): unknown }} Screen
 */

/**
 * A progress bar on one terminal line; without a terminal, only lines given to `say` are printed.
 * @param {Screen} screen
 * @param {{ readonly total: number, readonly now: () => number }} options `total`: expected bytes
 */
export function progressOn(screen, { total, now }) {
  let received = 0;
  let painted = Number.NEGATIVE_INFINITY;
  const terminal = screen.isTTY === true;
  return {
    /** @param {number} bytes */
    advance: (bytes) => {
      received += bytes;
      if (!terminal || now() - painted < REPAINT_MS) return;
      painted = now();
      screen.write(`\r\x1b[K${bar(received, total)}`);
    },
    /** @param {string} line */
    say: (line) => {
      screen.write(terminal ? `\r\x1b[K${line}\n` : `${line}\n`);
    },
    received: () => received,
  };
}

/**
 * @param {number} received
 * @param {number} total
 */
export function bar(received, total) {
  const fraction = total > 0 ? Math.min(1, received / total) : 1;
  const full = Math.round(fraction * WIDTH);
  const done = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
  return `models ${done} ${Math.round(fraction * 100)}%  ${megabytes(received)} of ${megabytes(total)}`;
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
