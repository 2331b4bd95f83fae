import { spawn } from 'node:child_process';
import { readdirSync, renameSync, statSync, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program, type Site, siteWithBundles, smallSite } from '../site.ts';

/** Sends a build a signal after some milliseconds, or once it has said something. Gives its exit code, or the signal. */
async function interrupted(
  root: string,
  signal: NodeJS.Signals,
  when: number | RegExp,
): Promise<number | string | null> {
  const child = spawn(process.execPath, [program, 'build', '--root', root], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | string | null>((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
  if (typeof when === 'number') await sleep(when);
  else await new Promise<void>((resolve) => child.stderr.on('data', (text) => when.test(String(text)) && resolve()));
  child.kill(signal);
  return ended;
}

/** Files that stay, beside which the change of a post is small. */
const manyFiles = Array.from({ length: 120 }, (_, at) => `-- site/public/files/${at}.txt --\nfile ${at}\n`).join('');

describe('a small change', () => {
  let site: Site;
  let clean: Site;
  beforeEach(async () => {
    [site, clean] = [siteWithBundles(smallSite, manyFiles), siteWithBundles(smallSite, manyFiles)];
    expect((await site.build()).code).toBe(0);
  });
  afterEach(() => {
    site.close();
    clean.close();
  });
  const folderId = () => statSync(`${site.root}/dist`).ino;
  const change = ({ edit, remove }: Site) => {
    edit('content/blog/third/en.md', (text) => `${text}\nOne more line.\n`);
    remove('site/public/files/7.txt');
  };

  it('is applied in place: the result is that of a clean build, and entries of others stay', async () => {
    site.write('dist/CNAME', 'small.example');
    const before = [folderId(), statSync(`${site.root}/dist/files/8.txt`).ino];
    for (const one of [site, clean]) {
      change(one);
      expect((await one.build()).code).toBe(0);
    }
    expect([folderId(), statSync(`${site.root}/dist/files/8.txt`).ino]).toEqual(before);
    expect(site.files('dist')).toEqual({ ...clean.files('dist'), CNAME: 'small.example' });
    expect(site.has('dist/files/7.txt')).toBe(false);
    // One at the path of a new file.
    site.write('dist/files/new.txt', 'of somebody else');
    site.write('site/public/files/new.txt', 'of the site');
    expect((await site.build()).problems.map(({ code }) => code)).toEqual(['OUT_FOREIGN_FILE']);
    expect(site.read('dist/files/new.txt')).toBe('of somebody else');
  });

  it('is completed by the next command if the build is killed while files move', async () => {
    change(clean);
    await clean.build();
    const fresh = clean.files('dist');
    change(site);
    const child = spawn(process.execPath, [program, 'build', '--root', site.root], { stdio: 'ignore' });
    const watcher = watch(`${site.root}/.sitegen`, (_, name) => {
      if (name && /^swap-.*\.json$/.test(name)) child.kill('SIGKILL');
    });
    await new Promise((ended) => child.on('exit', ended));
    watcher.close();
    site.write('content/blog/third/en.md', 'broken on purpose');
    expect((await site.build()).code).toBe(1);
    expect(site.files('dist')).toEqual(fresh);
    expect(readdirSync(`${site.root}/.sitegen`).filter((name) => /swap|stage/.test(name))).toEqual([]);
  });
});

describe('a build that is stopped', () => {
  let site: Site;
  beforeEach(() => {
    site = siteWithBundles(smallSite);
  });
  afterEach(() => site.close());

  /** Moments at which a build is killed, spread over its time. `ATOMIC_KILLS` sets more. */
  const KILLS = Number(process.env.ATOMIC_KILLS ?? 12);

  it('leaves the old site or the new one if it is killed at any moment', async () => {
    await site.build();
    const old = site.files('dist');
    site.edit('locales/en/home.json', (text) => text.replace('Hello', 'Good day'));
    site.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    const other = siteWithBundles(smallSite);
    other.edit('locales/en/home.json', (text) => text.replace('Hello', 'Good day'));
    other.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    const started = performance.now();
    await other.build();
    const whole = performance.now() - started;
    const fresh = other.files('dist');
    other.close();
    const seen = new Set<string>();
    for (let step = 1; step <= KILLS; step++) {
      await interrupted(site.root, 'SIGKILL', (whole * step) / (KILLS - 1));
      const now = site.files('dist');
      const isOld = JSON.stringify(now) === JSON.stringify(old);
      expect(isOld || JSON.stringify(now) === JSON.stringify(fresh), `after step ${step}`).toBe(true);
      seen.add(isOld ? 'old' : 'new');
    }
    expect(seen).toContain('old');
    expect((await site.build()).code).toBe(0);
    expect(site.files('dist')).toEqual(fresh);
    // No folders of the killed builds are left.
    expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-|old-/.test(file))).toEqual([]);
  });

  it('ends with exit code 130 and changes nothing if it is interrupted', async () => {
    await site.build();
    const old = site.files('dist');
    site.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    expect(await interrupted(site.root, 'SIGINT', /Planning/)).toBe(130);
    expect(site.files('dist')).toEqual(old);
    expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-/.test(file))).toEqual([]);
  });

  it('ends its workers if it is interrupted while a page never ends', async () => {
    site.write('site/pages/About.tsx', 'export function Page() {\n  for (;;) Math.random();\n}\n');
    expect(await interrupted(site.root, 'SIGINT', /Bundling \d/)).toBe(130);
    expect(site.has('dist')).toBe(false);
    expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-/.test(file))).toEqual([]);
    expect(readdirSync(site.root).filter((name) => name.startsWith('.dist'))).toEqual([]);
  });

  it('leaves the old site to the next command if it was killed between the two renames of its swap', async () => {
    await site.build();
    const old = site.files('dist');
    renameSync(`${site.root}/dist`, `${site.root}/.sitegen/.dist.old-1`);
    const note = { out: `${site.root}/dist`, old: `${site.root}/.sitegen/.dist.old-1` };
    site.write('.sitegen/swap.json', JSON.stringify(note));
    site.write('content/blog/first/en.md', 'broken on purpose');
    expect((await site.build()).code).toBe(1);
    expect(site.files('dist')).toEqual(old);
  });
});
