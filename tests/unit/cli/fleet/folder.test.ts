import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partsFolder } from '../../../../cli/fleet/folder.ts';

it('removes the parts of killed processes, and nothing of one that runs', () => {
  const work = mkdtempSync(join(tmpdir(), 'sitegen-fleet-'));
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const names = [process.pid, process.ppid, dead].map((pid) => `fleet-${pid}`);
  for (const name of [...names, 'bundles']) mkdirSync(join(work, name, '1-of-2'), { recursive: true });
  expect(partsFolder(work)).toBe(join(work, `fleet-${process.pid}`));
  expect(readdirSync(work).sort()).toEqual(['bundles', `fleet-${process.ppid}`]);
  expect(partsFolder(join(work, 'missing'))).toBe(join(work, 'missing', `fleet-${process.pid}`));
  rmSync(work, { recursive: true });
});
