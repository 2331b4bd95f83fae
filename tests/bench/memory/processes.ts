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

/** Watches a process from now on; `stop` returns its peak since then. */
export function watchMemory(pid: number): { readonly stop: () => Peak } {
  // Resets the peak that Linux counts.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  let ownMb = 0;
  const timer = setInterval(() => {
    ownMb = Math.max(ownMb, statusMb(pid, 'RssAnon') + statusMb(pid, 'RssShmem'));
  }, POLL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { residentMb: statusMb(pid, 'VmHWM'), ownMb };
    },
  };
}

const POLL_MS = 25;

/** Seconds of processor time that a process has taken. */
export function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
