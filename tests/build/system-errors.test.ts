import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../cli/contract.ts';
import { writeFile } from '../../cli/lib/write-file.ts';
import { systemProblem } from '../../cli/report/system-error.ts';
import { program, type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;

/** True if this process may mount a file system in memory: as root on Linux. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mount-'));
  const could = mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
  if (could) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return could;
}

/** Runs a test in which a folder of the site is a file system in memory of its own. */
async function onDisk(
  site: Site,
  folder: string,
  test: (disk: string, remount: (options: string) => void) => Promise<void>,
) {
  const disk = join(site.root, folder);
  mkdirSync(disk);
  mount('-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk);
  try {
    await test(disk, (options) => mount('-o', `remount,${options}`, disk));
  } finally {
    spawnSync('umount', [disk]);
    site.close();
  }
}

describe('a system error', () => {
  it('is a diagnostic with the path if a file is where a folder is needed', async () => {
    const site = siteOf(smallSite);
    site.write('.sitegen', 'a file');
    const first = await site.build();
    expect(first.problems.map(({ code }) => code)).toEqual(['SYSTEM_ERROR']);
    expect(first.problems[0]?.message).toContain(join(site.root, '.sitegen'));
    site.remove('.sitegen');
    site.write('.sitegen/types/ambient.d.ts/file', '');
    const types = await site.build();
    expect(types.problems[0]).toMatchObject({ code: 'SYSTEM_ERROR', hint: 'Move that folder away.' });
    expect(types.problems[0]?.message).toContain(join(site.root, '.sitegen/types/ambient.d.ts'));
    site.remove('.sitegen');
    site.write('blocked', 'a file');
    const second = await site.build('--out', 'blocked/dist');
    expect(second.problems[0]).toMatchObject({ code: 'SYSTEM_ERROR', hint: 'Move that file away.' });
    expect(second.problems[0]?.message).toContain(join(site.root, 'blocked'));
    site.close();
  });

  it.runIf(canMount())('leaves the old output whole if the disk is full or becomes read-only', async () => {
    const site = siteWithBundles(smallSite);
    await onDisk(site, 'disk', async (_, remount) => {
      remount('size=2m');
      expect((await site.build('--out', 'disk/dist')).code).toBe(0);
      const before = site.files('disk');
      site.write('site/public/large.bin', 'x'.repeat(3 << 20));
      const full = await site.build('--out', 'disk/dist');
      expect(full.problems[0]).toMatchObject({
        code: 'SYSTEM_ERROR',
        hint: expect.stringContaining('Free some space'),
      });
      expect(full.problems[0]?.message).toContain('(ENOSPC)');
      expect(site.files('disk')).toEqual(before);
      remount('ro');
      const readOnly = await site.build('--out', 'disk/dist');
      expect(readOnly.problems[0]).toMatchObject({ code: 'SYSTEM_ERROR', hint: expect.stringContaining('--out') });
      expect(site.files('disk')).toEqual(before);
    });
  });

  it.runIf(canMount())('names the cache folder if that is full or read-only, and what to do', async () => {
    const site = siteOf(smallSite);
    await onDisk(site, '.sitegen', async (work, remount) => {
      const full = await site.build();
      expect(full.problems).toMatchObject([{ code: 'SYSTEM_ERROR', hint: expect.stringContaining('Free some space') }]);
      expect(full.problems[0]?.message).toMatch(new RegExp(`${work}.*\\(ENOSPC\\)`));
      remount('ro,size=50m');
      const readOnly = await site.build();
      expect(readOnly.problems).toMatchObject([{ code: 'SYSTEM_ERROR', hint: expect.stringContaining('.sitegen') }]);
      expect(readOnly.problems[0]?.message).toMatch(new RegExp(`${work}.*\\(EROFS\\)`));
      remount('rw,size=50m');
      expect((await site.build()).code).toBe(0);
      site.edit('content/blog/first/en.md', (text) => `${text}\nMore.\n`);
      const before = site.files('dist');
      remount('ro');
      const edited = await site.build();
      expect(edited.problems[0]?.message).toMatch(new RegExp(`${work}.*\\(EROFS\\)`));
      expect(site.files('dist')).toEqual(before);
    });
  });

  it.runIf(canMount())('leaves no file of a lock where a disk has no room for one', async () => {
    const site = siteWithBundles(smallSite);
    await onDisk(site, 'disk', async (disk) => {
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`]);
      const { problems } = await site.build('--out', 'disk/dist');
      expect(problems[0]?.message).toMatch(/^Writing \/.*\.dist\.lock\.\d+ failed: .*\(ENOSPC\)\.$/);
      expect(readdirSync(disk)).toEqual(['filler']);
    });
  });

  it.runIf(process.platform === 'linux')('names the file for which a disk has no room', () => {
    let problem: Diagnostic | null = null;
    try {
      writeFile('/dev/full', 'text');
    } catch (error) {
      problem = systemProblem(error);
    }
    expect(problem?.message).toBe('Writing /dev/full failed: no space is left on the device (ENOSPC).');
    expect(systemProblem(new TypeError('of our own'))).toBeNull();
  });

  it.runIf(canMount())('is reported by every command without a stack', async () => {
    const site = siteOf(smallSite);
    mount('--bind', site.root, site.root);
    mount('-o', 'remount,bind,ro', site.root);
    try {
      for (const command of [['types'], ['new', 'post', 'Third one']]) {
        const options = { cwd: site.root, encoding: 'utf8' } as const;
        const { status, stderr } = spawnSync(process.execPath, [program, ...command], options);
        expect(stderr).toMatch(/^error SYSTEM_ERROR\n.*\(EROFS\)\.\n {2}hint: .*\n\n1 error\n$/);
        expect(status).toBe(1);
      }
    } finally {
      spawnSync('umount', [site.root]);
      site.close();
    }
  });
});
