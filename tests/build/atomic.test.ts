import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runningIn } from '../processes.ts';
import { program, type Site, siteWithBundles, smallSite } from '../site.ts';

type Command = readonly ['build' | 'check' | 'merge', '--root', string];

/** Sends a command a signal after some milliseconds, or once it has said something. Gives its exit code, or the signal. */
async function interrupted(
  command: Command,
  signal: NodeJS.Signals,
  when: number | RegExp,
): Promise<number | string | null> {
  const child = spawn(process.execPath, [program, ...command], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | string | null>((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
  if (typeof when === 'number') await sleep(when);
  else {
    const reported = new Promise<void>((resolve) =>
      child.stderr.on('data', (text) => when.test(String(text)) && resolve()),
    );
    await Promise.race([reported, ended]);
  }
  child.kill(signal);
  return ended;
}

const building = ({ root }: Site): Command => ['build', '--root', root];

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
    const leftovers = (pattern: RegExp) => readdirSync(`${site.root}/.sitegen`).filter((name) => pattern.test(name));
    // On a busy machine the build may end later: once the journal is gone, an empty stage stays until the next good build.
    const wasMoving = leftovers(/swap/).length > 0;
    const text = site.read('content/blog/third/en.md');
    site.write('content/blog/third/en.md', 'broken on purpose');
    expect((await site.build()).code).toBe(1);
    expect(site.files('dist')).toEqual(fresh);
    expect(leftovers(wasMoving ? /swap|stage/ : /swap/)).toEqual([]);
    site.write('content/blog/third/en.md', text);
    expect((await site.build()).code).toBe(0);
    expect(leftovers(/swap|stage/)).toEqual([]);
  });
});

describe('a build that is stopped', () => {
  let site: Site;
  beforeEach(() => {
    site = siteWithBundles(smallSite);
  });
  afterEach(() => site.close());

  const change = ({ edit }: Site) => {
    edit('locales/en/home.json', (text) => text.replace('Hello', 'Good day'));
    edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
  };
  const buildParts = async ({ build }: Site) => {
    for (const shard of ['1/2', '2/2']) expect((await build('--shard', shard)).code).toBe(0);
  };

  /** `kills`: moments at which it is killed, spread over its time; `ATOMIC_KILLS` sets more. */
  const ways: readonly {
    readonly name: string;
    readonly command: (site: Site) => Command;
    readonly kills: number;
    /** What precedes all attempts, and each of them. */
    readonly first: (site: Site) => Promise<void>;
    readonly before: (site: Site) => void;
  }[] = [
    {
      name: 'a build without caches',
      command: building,
      kills: 4,
      first: async () => {},
      // Not removed where it is: processes of the killed build may write into it for a moment.
      before: ({ root, has }) => {
        if (has('.sitegen')) renameSync(`${root}/.sitegen`, mkdtempSync(`${root}/removed-`));
      },
    },
    { name: 'a build with caches', command: building, kills: 12, first: async () => {}, before: () => {} },
    {
      name: 'a merge',
      command: ({ root }) => ['merge', '--root', root],
      kills: 6,
      first: buildParts,
      before: () => {},
    },
  ];

  it.each(ways)(
    'leaves the old site or the new one: $name, killed at any moment',
    { timeout: 900_000 },
    async (way) => {
      const kills = Number(process.env.ATOMIC_KILLS ?? way.kills);
      /** Runs it to its end, as the pattern matches nothing. */
      const run = (one: Site) => interrupted(way.command(one), 'SIGKILL', /^$/);
      await site.build();
      const old = site.files('dist');
      change(site);
      await way.first(site);
      const other = siteWithBundles(smallSite);
      await other.build();
      change(other);
      await way.first(other);
      way.before(other);
      const started = performance.now();
      expect(await run(other)).toBe(0);
      const whole = performance.now() - started;
      const fresh = other.files('dist');
      expect(fresh).not.toEqual(old);
      other.close();
      const seen = new Set<string>();
      for (let step = 1; step <= kills; step++) {
        way.before(site);
        await interrupted(way.command(site), 'SIGKILL', (whole * step) / (kills - 1));
        const now = site.files('dist');
        const isOld = JSON.stringify(now) === JSON.stringify(old);
        expect(isOld || JSON.stringify(now) === JSON.stringify(fresh), `after step ${step}`).toBe(true);
        seen.add(isOld ? 'old' : 'new');
      }
      expect(seen).toContain('old');
      expect(await run(site)).toBe(0);
      expect(site.files('dist')).toEqual(fresh);
      // No folders of the killed runs are left.
      expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-|old-/.test(file))).toEqual([]);
    },
  );

  it('ends with exit code 130 and changes nothing if it is interrupted', async () => {
    await site.build();
    const old = site.files('dist');
    site.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
    expect(await interrupted(building(site), 'SIGINT', /Planning/)).toBe(130);
    expect(site.files('dist')).toEqual(old);
    expect(Object.keys(site.files('.sitegen')).filter((file) => /stage-/.test(file))).toEqual([]);
  });

  it.runIf(process.platform === 'linux').each(['Reading', 'Planning', 'Bundling'])(
    'leaves the old site and no process if Ctrl-C interrupts all of its processes after %s',
    async (stage) => {
      await site.build();
      const old = site.files('dist');
      site.edit('site/App.tsx', (text) => text.replace('<header>', '<header id="top">'));
      site.edit(
        'site/pages/About.tsx',
        (text) => `${text}const endMs = Date.now() + 2000;\nwhile (Date.now() < endMs);\n`,
      );
      const child = spawn(process.execPath, [program, ...building(site), '--no-cache'], {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = new Promise((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
      const group = child.pid as number;
      let isSent = false;
      child.stderr.on('data', (text) => {
        if (!isSent && String(text).includes(stage)) isSent = process.kill(-group, 'SIGINT');
      });
      expect(await ended).toBe(130);
      await expect.poll(() => runningIn(group)).toEqual([]);
      expect(site.files('dist')).toEqual(old);
      expect(readdirSync(site.root).filter((name) => name.startsWith('.dist'))).toEqual([]);
      expect(readdirSync(join(site.root, '.sitegen')).filter((name) => /stage-|old-|swap/.test(name))).toEqual([]);
    },
  );

  it('ends with exit code 130 if its check is interrupted', async () => {
    site.edit('site/pages/About.tsx', (text) =>
      text.replace('return', "console.log('shown'); for (;;) Math.random(); return"),
    );
    expect(await interrupted(['check', '--root', site.root], 'SIGINT', /shown/)).toBe(130);
  });

  it('ends at the second Ctrl-C at once and leaves no lock, where a plugin waits for what never comes', async () => {
    site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/wait.mjs]\n`);
    const wait = "setInterval(() => console.log('waits'), 20); return new Promise(() => {});";
    site.write('plugins/wait.mjs', `export default { name: 'wait', check() { ${wait} } };\n`);
    const child = spawn(process.execPath, [program, ...building(site)], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
    child.stderr.on('data', (text) => String(text).includes('waits') && child.kill('SIGINT'));
    expect(await ended).toBe(130);
    expect(readdirSync(site.root).filter((name) => name.startsWith('.dist'))).toEqual([]);
  });

  it('ends its workers if it is interrupted while a page never ends', async () => {
    site.write('site/pages/About.tsx', 'export function Page() {\n  for (;;) Math.random();\n}\n');
    expect(await interrupted(building(site), 'SIGINT', /Bundling \d/)).toBe(130);
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
