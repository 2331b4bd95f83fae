import { spawn } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recover } from '../../cli/output/journal.ts';
import { openStage } from '../../cli/output/stage.ts';
import { program, type Site, siteWithBundles, smallSite } from '../site.ts';

const recordOf = (site: Site): readonly string[] => JSON.parse(site.read('dist/.sitegen-files.json')).files;

describe('the output folder', () => {
  let site: Site;
  beforeEach(() => {
    site = siteWithBundles(smallSite);
  });
  afterEach(() => site.close());

  it('keeps files that no build wrote, with and without the cache', async () => {
    site.write('config/site.yaml', 'name: Small\nurl: https://small.example\noutput:\n  precompress: [br]\n');
    mkdirSync(join(site.root, 'dist/.git/objects'), { recursive: true });
    site.write('dist/.git/HEAD', 'ref: refs/heads/pages\n');
    expect((await site.build()).code).toBe(0);
    expect([...recordOf(site), '.git/HEAD', '.sitegen-files.json'].sort()).toEqual(
      Object.keys(site.files('dist')).sort(),
    );
    const builtFiles = site.files('dist');
    site.write('dist/CNAME', 'small.example\n');
    site.write('dist/uploads/2026/a.txt', 'uploaded');
    site.write('dist/blog/first/comments.json', '[]');
    mkdirSync(join(site.root, 'dist/empty'));
    symlinkSync('uploads/2026', join(site.root, 'dist/newest'));
    const check = () => {
      expect(site.read('dist/CNAME')).toBe('small.example\n');
      expect(site.read('dist/uploads/2026/a.txt')).toBe('uploaded');
      expect(site.read('dist/blog/first/comments.json')).toBe('[]');
      expect(site.read('dist/.git/HEAD')).toContain('pages');
      expect(lstatSync(join(site.root, 'dist/.git/objects')).isDirectory()).toBe(true);
      expect(lstatSync(join(site.root, 'dist/empty')).isDirectory()).toBe(true);
      expect(readlinkSync(join(site.root, 'dist/newest'))).toBe('uploads/2026');
    };
    site.edit('locales/en/home.json', (text) => text.replace('Hello', 'Good day'));
    site.remove('content/blog/third');
    site.remove('.sitegen');
    expect((await site.build()).code).toBe(0);
    check();
    // Files that the build wrote before and does not write any more are deleted.
    expect(builtFiles).toHaveProperty(['blog/third/index.html']);
    expect(site.has('dist/blog/third')).toBe(false);
    expect(site.read('dist/index.html')).toContain('Good day');
    site.edit('locales/en/home.json', (text) => text.replace('Good day', 'Welcome'));
    expect(await killed(site.root, /Writing/)).toBe('SIGKILL');
    expect((await site.build()).code).toBe(0);
    check();
  });

  it('is an error if a foreign file has the path of an output file, or if the record is missing', async () => {
    expect((await site.build()).code).toBe(0);
    site.write('dist/late/index.html', 'by hand');
    site.write('content/late/index.txt', '');
    site.edit('config/routes.yaml', (text) =>
      text.replace('notFound:', '  - { id: late, path: /late, page: About, locales: none, seo: about.seo }\nnotFound:'),
    );
    const before = site.files('dist');
    const built = await site.build();
    expect(built.code).toBe(1);
    expect(built.problems.map(({ code }) => code)).toEqual(['OUT_FOREIGN_FILE']);
    expect(built.problems[0]?.message).toContain(join(site.root, 'dist/late/index.html'));
    expect(site.files('dist')).toEqual(before);
    site.remove('dist/.sitegen-files.json');
    expect((await site.build()).problems.map(({ code }) => code)).toEqual(['OUT_NOT_OURS']);
  });

  it('shares no file with the caches: the next build reverts edits in place', async () => {
    site.write('config/site.yaml', 'name: Small\nurl: https://small.example\noutput:\n  precompress: [br]\n');
    site.write('site/public/plain.txt', 'a public file. '.repeat(200));
    expect((await site.build()).code).toBe(0);
    const before = site.files('dist');
    const edited = Object.keys(before).filter((path) => /^(?:assets\/|plain|index)/.test(path));
    expect(edited.length).toBeGreaterThan(6);
    for (const path of edited) appendFileSync(join(site.root, 'dist', path), 'edited in place');
    expect((await site.build()).code).toBe(0);
    expect(site.files('dist')).toEqual(before);
    const inodes = (folder: string) =>
      Object.keys(site.files(folder)).map((path) => statSync(join(site.root, folder, path)).ino);
    const shared = new Set(inodes('.sitegen'));
    expect(inodes('dist').filter((ino) => shared.has(ino))).toEqual([]);
  });

  it('is locked during a build; the lock of a dead process does not count', async () => {
    const lock = join(site.root, '.dist.lock');
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started: null }));
    const built = await site.build();
    expect(built.problems.map(({ code }) => code)).toEqual(['OUT_LOCKED']);
    expect(built.problems[0]?.message).toContain(`process ${process.pid}`);
    // Another process with the same pid: it has another start time.
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started: '1' }));
    expect((await site.build()).code).toBe(0);
    expect(readdirSync(site.root).filter((name) => name.startsWith('.dist'))).toEqual([]);
    const both = await Promise.all([site.build(), site.build('--out', 'other')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
  });
});

describe('the stage', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'stage-')));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const options = () => ({ root: join(root, 'site'), work: join(root, 'site/.sitegen'), out: join(root, 'site/dist') });
  const opened = () => {
    const stage = openStage(options());
    if (!stage.ok) throw new Error(stage.problems[0]?.message);
    return stage.value;
  };
  const publish = (text: string) => {
    const stage = opened();
    stage.write('a/b.txt', text);
    expect(stage.commit(['a/b.txt']).ok).toBe(true);
    stage.discard();
  };
  const everything = () =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .sort();

  it('restores the old site at once if the second rename fails', () => {
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'link'));
    const linked = { ...options(), out: join(root, 'link/dist') };
    const stageOf = () => {
      const stage = openStage(linked);
      if (!stage.ok) throw new Error(stage.problems[0]?.message);
      return stage.value;
    };
    const first = stageOf();
    first.write('a/b.txt', 'old');
    expect(first.commit(['a/b.txt']).ok).toBe(true);
    first.discard();
    writeFileSync(join(linked.out, 'CNAME'), 'mine');
    const stage = stageOf();
    stage.write('a/b.txt', 'new');
    // The output folder can be moved out of the stage, but the stage cannot be moved into itself.
    mkdirSync(join(stage.folder, 'sub'));
    renameSync(join(root, 'real/dist'), join(stage.folder, 'sub/dist'));
    rmSync(join(root, 'link'));
    symlinkSync(join(stage.folder, 'sub'), join(root, 'link'));
    expect(() => stage.commit(['a/b.txt'])).toThrow(/EINVAL/);
    expect(readFileSync(join(linked.out, 'a/b.txt'), 'utf8')).toBe('old');
    expect(readFileSync(join(linked.out, 'CNAME'), 'utf8')).toBe('mine');
    expect(readdirSync(linked.work).filter((name) => name.startsWith('swap'))).toEqual([]);
    stage.discard();
  });

  it('keeps a file that is added after the swap was prepared', () => {
    publish('old');
    const stage = opened();
    stage.write('a/b.txt', 'new');
    expect(stage.commit(['a/b.txt']).ok).toBe(true);
    // A build was killed before it removed the old folder, to which another program was still writing.
    const old = join(options().work, '.dist.old-'.concat(stage.folder.replace(/^.*stage-/, '').replace(/\d+$/, '1')));
    mkdirSync(join(old, 'late'), { recursive: true });
    writeFileSync(join(old, 'late/upload.txt'), 'late');
    writeFileSync(join(old, 'gone.txt'), 'of the build');
    writeFileSync(join(old, '.sitegen-files.json'), JSON.stringify({ version: 1, files: ['gone.txt'] }));
    stage.discard();
    opened().discard();
    expect(everything()).toEqual(['site/dist/.sitegen-files.json', 'site/dist/a/b.txt', 'site/dist/late/upload.txt']);
  });

  it('removes staging folders of killed builds beside the output folder, as on another file system', () => {
    publish('old');
    const suffix = opened().folder.replace(/^.*stage-/, '');
    rmSync(join(root, 'site/.dist.lock'));
    const beside = join(root, `site/.dist.stage-${suffix.replace(/\d+$/, '999999')}`);
    mkdirSync(beside);
    writeFileSync(join(beside, 'half.html'), 'half');
    publish('new');
    recover(options().work);
    expect(everything()).toEqual(['site/dist/.sitegen-files.json', 'site/dist/a/b.txt']);
  });
});

/** Builds and kills the process once it has said something; resolves to the signal. */
function killed(root: string, when: RegExp): Promise<string | null> {
  const child = spawn(process.execPath, [program, 'build', '--root', root], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (text) => when.test(String(text)) && child.kill('SIGKILL'));
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
}
