import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

describe.runIf(process.platform === 'linux')('an output folder that cannot be replaced as a whole', () => {
  it('is an error before anything is written if it is a mount point', async ({ skip }) => {
    const site = siteWithBundles(smallSite);
    const disk = join(site.root, 'disk');
    mkdirSync(disk);
    // Only root may mount.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status !== 0) skip();
    try {
      const { problems } = await site.build('--out', 'disk');
      expect(problems).toMatchObject([{ code: 'OUT_MOUNT_POINT', hint: expect.stringContaining(join(disk, 'site')) }]);
      expect(readdirSync(disk)).toEqual([]);
      expect((await site.build('--out', 'disk/site')).code).toBe(0);
    } finally {
      spawnSync('umount', [disk]);
      site.close();
    }
  });

  it('is an error with what to do if its parent cannot be written to', async () => {
    const site = siteWithBundles(smallSite);
    // Nobody can create a file there.
    const { problems } = await site.build('--out', '/sys/out');
    expect(problems).toMatchObject([{ code: 'OUT_PARENT_NOT_WRITABLE', hint: expect.stringContaining('--out') }]);
    site.close();
  });
});
