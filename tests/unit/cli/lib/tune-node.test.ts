import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { program } from '../../../site.ts';

/** Prints the program's version, with a temporary folder of its own. */
const printVersion = (folder: string) => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  return spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8', env: { ...env, TMPDIR: folder } });
};

const newFolder = () => mkdtempSync(join(tmpdir(), 'tuned-'));

it('gives Node no option that its version does not know', () => {
  const { stdout, stderr } = printVersion(newFolder());
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), '']);
});

it.runIf('enableCompileCache' in nodeModule)('keeps compiled code for the next run', () => {
  const folder = newFolder();
  printVersion(folder);
  expect(readdirSync(folder)).toEqual(['node-compile-cache']);
});
