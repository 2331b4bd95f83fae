import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of the processes of a group that run, from Linux's /proc. */
export const runningIn = (group: number): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces; its state, parent and group follow.
      const [state, , ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state !== 'Z' && Number(ofGroup) === group;
    } catch {
      return false;
    }
  });
