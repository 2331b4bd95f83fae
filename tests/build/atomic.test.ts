import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program, type Site, siteOf, smallSite } from '../site.ts';

/** Starts a build and sends it a signal after a while. Resolves to its exit code, or the signal that ended it. */
async function interrupted(root: string, signal: NodeJS.Signals, afterMs: number): Promise<number | string | null> {
  const child = spawn(process.execPath, [program, 'build', '--root', root], { stdio: 'ignore' });
  const ended = new Promise<number | string | null>((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
  await sleep(afterMs);
  child.kill(signal);
  return ended;
}

describe('a build that is stopped leaves the old site or the new one', () => {
  let site: Site;
  beforeEach(() => {
    site = siteOf(smallSite);
  });
  afterEach(() => site.close());

  it('killed at any moment', async () => {
    await site.build();
    const old = site.files('dist');
    site.edit('locales/en/home.json', (text) => text.replace('Hello', 'Good day'));
    site.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    const other = siteOf(smallSite);
    other.edit('locales/en/home.json', (text) => text.replace('Hello', 'Good day'));
    other.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    const started = performance.now();
    await other.build();
    const whole = performance.now() - started;
    const fresh = other.files('dist');
    other.close();
    const seen = new Set<string>();
    for (let step = 0; step < 12; step++) {
      await interrupted(site.root, 'SIGKILL', (whole * (step + 1)) / 11);
      const now = site.files('dist');
      const isOld = JSON.stringify(now) === JSON.stringify(old);
      expect(isOld || JSON.stringify(now) === JSON.stringify(fresh), `after step ${step}`).toBe(true);
      seen.add(isOld ? 'old' : 'new');
    }
    expect(seen).toContain('old');
    expect((await site.build()).code).toBe(0);
    expect(site.files('dist')).toEqual(fresh);
    // Nothing of the killed builds is left behind.
    expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-|old-/.test(file))).toEqual([]);
  });

  it('interrupted from the keyboard: exit code 130, nothing half-written', async () => {
    await site.build();
    const old = site.files('dist');
    site.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    expect(await interrupted(site.root, 'SIGINT', 350)).toBe(130);
    expect(site.files('dist')).toEqual(old);
    expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-/.test(file))).toEqual([]);
  });

  it('puts the old site back where a build was killed between the two renames of its swap', async () => {
    await site.build();
    const old = site.files('dist');
    const { renameSync } = await import('node:fs');
    renameSync(`${site.root}/dist`, `${site.root}/.sitegen/.dist.old-1`);
    const note = { out: `${site.root}/dist`, old: `${site.root}/.sitegen/.dist.old-1` };
    site.write('.sitegen/swap.json', JSON.stringify(note));
    site.write('content/blog/first/en.md', 'broken on purpose');
    expect((await site.build()).code).toBe(1);
    expect(site.files('dist')).toEqual(old);
  });
});
