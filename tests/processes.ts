import { readdirSync, readFileSync } from 'node:fs';

/** Returns the state, parent and group of a process, from Linux's /proc; null if it has ended. */
function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : { parent: Number(parent), group: Number(group) };
  } catch {
    return null;
  }
}

/** Processes that run, as Linux lists them; none elsewhere. */
function running(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isRunning(name));
  } catch {
    return [];
  }
}

export const isRunning = (pid: string): boolean => statOf(pid) !== null;
export const runningIn = (group: number): readonly string[] => running().filter((pid) => statOf(pid)?.group === group);
export const childrenOf = (parent: number): readonly string[] =>
  running().filter((pid) => statOf(pid)?.parent === parent);
