import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../lib/process.ts';
import { discardFolder } from '../storage/transfer.ts';

/**
 * Returns the folder for the parts of this process in the site's `.sitegen` folder. Removes those that killed processes
 * left: each holds a part of the site, or all of them.
 */
export function partsFolder(work: string): string {
  for (const name of existsSync(work) ? readdirSync(work) : []) {
    const pid = /^fleet-(\d+)$/.exec(name)?.[1];
    // The process itself does not count: one with the same id may have left it.
    if (pid !== undefined && !isAlive(Number(pid))) discardFolder(join(work, name));
  }
  return join(work, `fleet-${process.pid}`);
}
