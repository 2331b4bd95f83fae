import { readFileSync, writeFileSync } from 'node:fs';

/** Megabytes of a line of `/proc/<pid>/status`; 0 once the process has ended. */
function statusMb(pid: number, name: string): number {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return (Number(found?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

export type Peak = {
  /** Peak resident memory as Linux counts it (VmHWM), shared pages of the program included. */
  readonly residentMb: number;
  /** Peak of what the process allocated itself, polled. */
  readonly ownMb: number;
};

/** Watches processes from now on; `stop` returns the peak of the largest one since then. */
export function watchMemory(pids: readonly number[]): { readonly stop: () => Peak } {
  const ownMb = new Map(pids.map((pid) => [pid, 0]));
  // Resets the peak that Linux counts.
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const timer = setInterval(() => {
    for (const [pid, peak] of ownMb)
      ownMb.set(pid, Math.max(peak, statusMb(pid, 'RssAnon') + statusMb(pid, 'RssShmem')));
  }, POLL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      const residentMb = Math.max(...pids.map((pid) => statusMb(pid, 'VmHWM')));
      return { residentMb, ownMb: Math.max(...ownMb.values()) };
    },
  };
}

const POLL_MS = 25;

/** Seconds of processor time that processes have taken together. */
export const processorSeconds = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + secondsOf(pid), 0);

function secondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
