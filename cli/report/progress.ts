/** Receives the progress of a build. */
export type Progress = {
  /** Starts a stage. `total`: its number of steps, if they can be counted. */
  readonly stage: (name: string, total?: number) => void;
  readonly tick: (steps?: number) => void;
  /** Ends the last stage and its line. */
  readonly end: () => void;
};

export type ProgressTarget = {
  readonly write: (text: string) => void;
  /** Columns of a terminal; null for a file or pipe, which gets a plain line per stage. */
  readonly columns: number | null;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

/** Minimum time between two updates of a terminal. */
const minRepaintMs = 80;

export function createProgress(target: ProgressTarget): Progress {
  const state = { name: '', total: 0, done: 0, started: 0, painted: 0, open: false };
  const paint = (last: boolean) => {
    if (target.columns === null || !state.open) return;
    const now = target.now();
    if (!last && now - state.painted < minRepaintMs) return;
    state.painted = now;
    target.write(`\r${bar({ ...state, elapsed: now - state.started }, target.columns)}\u001b[K`);
  };
  const close = () => {
    if (!state.open) return;
    state.open = false;
    if (target.columns === null) {
      const steps = state.total > 0 ? ` ${state.done}/${state.total}` : '';
      target.write(`${state.name}${steps} ${seconds(target.now() - state.started)}\n`);
    } else target.write('\r\u001b[K');
  };
  return {
    stage: (name, total = 0) => {
      close();
      Object.assign(state, { name, total, done: 0, started: target.now(), painted: 0, open: true });
      paint(true);
    },
    tick: (steps = 1) => {
      state.done += steps;
      paint(state.done === state.total);
    },
    end: close,
  };
}

type Bar = { readonly name: string; readonly total: number; readonly done: number; readonly elapsed: number };

/** Returns `Rendering  ████░░░░  420/1051  860/s  1 s left`, cut to the width of the terminal. */
function bar({ name, total, done, elapsed }: Bar, columns: number): string {
  if (total === 0) return name.slice(0, columns);
  const width = Math.max(8, Math.min(32, columns - 52));
  const filled = Math.round((done / total) * width);
  const rate = elapsed > 0 ? (done * 1000) / elapsed : 0;
  const remaining = rate > 0 ? `${seconds(((total - done) / rate) * 1000)} left` : '';
  const line = `${name}  ${'█'.repeat(filled)}${'░'.repeat(width - filled)}  ${done}/${total}  ${Math.round(rate)}/s  ${remaining}`;
  return line.slice(0, columns);
}

/** Formats a duration: `120 ms`, `3.4 s`, `2 min 5 s`. */
export function seconds(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
