import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { type Reply, serve } from './served.ts';
import { createSharedServer } from './shared-server';

describe('an edit', () => {
  const { site, served, output } = createSharedServer();
  const shows = (path: string, text: string) => served().until(path, (reply) => reply.text.includes(text));
  const showsNot = (path: string, text: string) => served().until(path, (reply) => !reply.text.includes(text));
  type Problem = { readonly code: string; readonly file?: string; readonly line?: number; readonly frame?: unknown[] };
  const problemsOf = ({ text }: Reply): readonly Problem[] => JSON.parse(text);
  const problems = async () => problemsOf(await served().get('/@sitegen/problems'));
  /** Waits for a problem, on some line if one is given, since a file is empty for a moment while it is written. */
  const reported = async (code: string, line?: number) => {
    const isMeant = (one: Problem) => one.code === code && (line === undefined || one.line === line);
    return problemsOf(await served().until('/@sitegen/problems', (reply) => problemsOf(reply).some(isMeant)));
  };

  it('of Markdown shows in its page, in lists and in feeds', async () => {
    site().edit('content/blog/third/en.md', (text) =>
      text.replace('The end.', 'Or *not*.').replace('The third', 'A third'),
    );
    await shows('/blog/third', '<p>Or <em>not</em>.</p>');
    for (const path of ['/', '/blog', '/blog/rss.xml', '/blog/third/_payload.json']) await shows(path, 'A third post');
  });

  it('that links to nothing shows its page, and is reported where it stands', async () => {
    const before = site().read('content/blog/third/en.md');
    site().write('content/blog/third/en.md', `${before}\n[dead](/no-such-page) [fine](/blog/rss.xml) [fine](/about)\n`);
    // An edit that is seen in two steps removes what a page of the first step reported: open pages load again then.
    const linkProblems = async () => {
      await served().get('/blog/third');
      return (await problems()).filter(({ code }) => code.includes('LINK'));
    };
    await shows('/blog/third', 'href="/no-such-page"');
    const place = { file: 'content/blog/third/en.md', line: before.split('\n').length + 1 };
    await expect.poll(linkProblems).toMatchObject([{ code: 'CONTENT_LINK_BROKEN', ...place }]);
    site().write('content/blog/third/en.md', before);
    await showsNot('/blog/third', 'no-such-page');
    await expect.poll(linkProblems).toEqual([]);
  });

  it('of a `.env` file shows in pages and in the modules that browsers load', async () => {
    const word = '<p>Word {import.meta.env.VITE_WORD}</p>';
    site().edit('site/pages/About.tsx', (text) => text.replace('<><h1>', `<>${word}<h1>`));
    site().write('.env', 'VITE_WORD=one');
    await shows('/about', 'Word <!-- -->one');
    await shows('/site/pages/About.tsx', '"VITE_WORD": "one"');
    site().write('.env.development', 'VITE_WORD=two');
    await shows('/about', 'Word <!-- -->two');
    await shows('/site/pages/About.tsx', '"VITE_WORD": "two"');
    site().remove('.env.development');
    await shows('/about', 'Word <!-- -->one');
    site().remove('.env');
    await showsNot('/about', 'Word <!-- -->one');
  });

  it('of messages, settings, navigation and data shows where they are used', async () => {
    site().edit('locales/de/home.json', (text) => text.replace('Hallo von', 'Servus von'));
    await shows('/de', 'Servus von Workshop');
    site().edit('config/site.yaml', (text) => text.replace('Workshop', 'Smithy'));
    await shows('/about', 'Smithy');
    site().edit('config/navigation.yaml', (text) => `${text}- { name: more, path: /about }\n`);
    site().edit('locales/en/navigation.json', () => '{ "home": "Start", "more": "More of it" }');
    await shows('/', 'More of it');
    site().edit('data/facts.json', () => '{ "count": 7 }');
    await shows('/about', '7<!-- --> facts');
  });

  it('of a component, a style and a template shows in every page that has it', async () => {
    site().edit('site/pages/Home.tsx', (text) => text.replace('<h1>', '<h1 title="new">'));
    await shows('/de', '<h1 title="new">');
    site().edit('templates/Post.tsx', (text) => text.replace('<article>', '<article lang="x">'));
    await shows('/blog/first', '<article lang="x">');
    site().edit('site/App.module.css', () => '.shell { color: rgb(9, 9, 9); }\n');
    await shows('/site/App.module.css?direct', 'rgb(9, 9, 9)');
  });

  it('adds, renames and deletes posts, pages, routes and locales', async () => {
    site().write(
      'content/blog/fourth/en.md',
      '---\ntitle: Fourth\ndescription: One more.\ndate: 2026-01-04\n---\nText.\n',
    );
    await shows('/blog/fourth', 'Fourth');
    await shows('/', '/blog/fourth');
    renameSync(join(site().root, 'content/blog/fourth'), join(site().root, 'content/blog/fifth'));
    await shows('/blog/fifth', 'Fourth');
    await served().until('/blog/fourth', (reply) => reply.status === 404);
    site().remove('content/blog/fifth');
    await served().until('/blog/fifth', (reply) => reply.status === 404);
    await showsNot('/', 'fifth');
    site().write('site/pages/Extra.tsx', 'export function Page() { return <h1>Extra page</h1>; }\n');
    site().edit('config/routes.yaml', (text) =>
      text.replace('routes:\n', 'routes:\n  - { id: extra, path: /extra, page: Extra }\n'),
    );
    await shows('/de/extra', 'Extra page');
    site().write(
      'locales/fr/home.json',
      '{ "seo": { "title": "Accueil", "description": "La page." }, "hello": "Bonjour de {site}", "count": "{n, number}" }',
    );
    site().edit('config/locales.yaml', (text) => `${text}  - { code: fr, name: Français, language: fr-FR }\n`);
    await shows('/fr', 'Bonjour de Workshop');
    await shows('/sitemap.xml', '/fr');
    site().edit('config/locales.yaml', (text) => text.replace(/ {2}- \{ code: fr.*\n/, ''));
    await served().until('/fr', (reply) => reply.status === 404);
  });

  const breakages = [
    { code: 'CONTENT_UNKNOWN_KEY', file: 'content/blog/first/en.md', line: 2, from: 'title:', to: 'tittle:' },
    { code: 'CONTENT_FRONT_MATTER_OPEN', file: 'content/blog/first/en.md', line: 1, from: /---\n##/, to: '##' },
    { code: 'CONFIG_YAML', file: 'config/routes.yaml', line: 2, from: 'id: home, path', to: 'id: home path' },
    { code: 'LOCALE_SYNTAX', file: 'locales/en/home.json', line: 2, from: '}', to: '' },
    { code: 'BUNDLE_FAILED', file: 'site/pages/Home.tsx', line: 5, from: '<h1>', to: '<h1 <' },
    { code: 'DATA_SYNTAX', file: 'data/facts.json', line: 2, from: '3 }', to: '' },
  ];
  it.each(breakages)('that breaks is reported as $code at its place, and the last good page stays', async (broken) => {
    const { code, file, line, from, to } = broken;
    await served().get('/blog/first');
    const whole = site().read(file);
    site().write(file, whole.replace(from, to));
    const problem = (await reported(code, line)).find((one) => one.code === code);
    expect(problem?.file).toBe(file);
    expect(problem?.line).toBe(line);
    expect(Array.isArray(problem?.frame)).toBe(line !== undefined);
    for (const path of ['/', '/de', '/blog/first', '/about']) expect((await served().get(path)).status, path).toBe(200);
    await served().until('/', () => output().includes(code));
    site().write(file, whole);
    await served().until('/@sitegen/problems', (reply) => reply.text === '[]');
    await served().until('/', () => output().includes('No errors left.'));
  });

  it('that makes a component throw is shown with the line in its source, and only on pages that have it', async () => {
    site().edit('site/pages/About.tsx', (text) =>
      text.replace('  return', "  if (facts) throw new Error('no facts');\n  return"),
    );
    await served().until('/about', (reply) => reply.status === 500 && reply.text.includes('site/pages/About.tsx:3:20'));
    expect((await problems())[0]).toMatchObject({
      code: 'PAGE_FAILED',
      file: 'site/pages/About.tsx',
      line: 3,
      column: 20,
    });
    expect((await served().get('/')).status).toBe(200);
    site().edit('site/pages/About.tsx', (text) => text.replace(/ {2}if.*\n/, ''));
    await served().until('/about', (reply) => reply.status === 200);
  });

  it('removes the errors that pages reported with `reportError` before it', async () => {
    const revision = (reply: Reply) => /revision;desc=(\d+)/.exec(String(reply.headers['server-timing']))?.[1];
    const reportError = (of: string | undefined) =>
      served().get(`/@sitegen/error?revision=${of}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: `http://127.0.0.1:${served().port}` },
        body: JSON.stringify({ message: `told of ${of}`, stack: '', page: '/about' }),
      });
    const before = revision(await served().get('/about'));
    site().edit('data/facts.json', () => '{ "count": 9 }');
    await shows('/about', '9<!-- --> facts');
    expect((await reportError(before)).status).toBe(409);
    // The edit may be seen in two steps, of which each is a change.
    const shown = async () => {
      await reportError(revision(await served().get('/about')));
      return (await problems()).map(({ code }) => code);
    };
    await expect.poll(shown).toEqual(['BROWSER_ERROR']);
  });

  it.each([
    ['whole', (count: number) => `export const edit = ${count};\n`],
    ['broken', (count: number) => `{{{ ${count}\n`],
  ])('of code that stays %s holds no page back, however quickly others follow', async (_, line) => {
    const files = ['site/pages/About.tsx', 'site/pages/NotFound.tsx', 'templates/Post.tsx'];
    const whole = new Map(files.map((file) => [file, site().read(file)]));
    await served().get('/');
    let reply: Reply | null = null;
    // The first edit is known before the request is sent.
    for (let count = 0; count < 400 && reply === null; count++) {
      const file = files[count % files.length] as string;
      site().write(file, whole.get(file) + line(count));
      if (count === 10)
        void served()
          .get('/')
          .then((found) => (reply = found));
      await new Promise((done) => setTimeout(done, 15));
    }
    expect(reply).toMatchObject({ status: 200 });
  });

  it('that lets a component block, or end the process, fails only on pages with this component', {
    timeout: 60_000,
  }, async () => {
    site().edit('site/pages/About.tsx', (text) =>
      text.replace('  return', "  if (typeof process !== 'undefined') process.exit(3);\n  return"),
    );
    await served().until('/about', (reply) => reply.status === 503);
    await served().until('/', (reply) => reply.status === 200);
    site().edit('site/pages/About.tsx', (text) => text.replace(/ {2}if.*\n/, ''));
    await served().until('/about', (reply) => reply.status === 200);
    expect(served().process.exitCode).toBeNull();
  });

  it('of any kind leaves the server alive: folders gone, files in place of folders, bytes that are no text', async () => {
    const root = (path: string) => join(site().root, path);
    const whole = new Map(
      ['config/site.yaml', 'site/App.tsx', 'locales/en/home.json'].map((path) => [path, site().read(path)]),
    );
    for (const folder of ['content', 'locales', 'site', 'templates', 'config', 'data']) {
      renameSync(root(folder), root(`.${folder}`));
      writeFileSync(root(folder), 'a file');
      await served().get('/');
      rmSync(root(folder));
      renameSync(root(`.${folder}`), root(folder));
    }
    for (const path of whole.keys()) {
      writeFileSync(root(path), Buffer.from([0, 255, 254, 195, 40, 0]));
      await served().get('/de');
      rmSync(root(path));
      mkdirSync(root(path));
      await served().get('/about');
      rmSync(root(path), { recursive: true });
    }
    for (const [path, text] of whole) site().write(path, text);
    await served().until('/@sitegen/problems', (reply) => reply.text === '[]');
    await shows('/', 'Hello from Workshop');
    expect(served().process.exitCode).toBeNull();
  });

  it('of a thousand files at once, such as a checkout, is taken as a whole', async () => {
    for (let at = 0; at < 1000; at++) {
      site().write(
        `content/blog/burst-${at}/en.md`,
        `---\ntitle: Burst ${at}\ndescription: One of many.\ndate: 2025-01-01\n---\nText ${at}.\n`,
      );
    }
    await shows('/blog/burst-999', 'Text 999.');
    site().edit('content/blog/burst-500/en.md', (text) => text.replace('Text 500', 'Other text'));
    await shows('/blog/burst-500', 'Other text');
    for (let at = 0; at < 1000; at++) site().remove(`content/blog/burst-${at}`);
    await served().until('/blog/burst-999', (reply) => reply.status === 404);
    expect((await served().get('/')).status).toBe(200);
  });
});

describe('a site that is broken from the start', () => {
  it('is served as a list of its problems, and as pages once these are fixed', async () => {
    const site = siteOf(sampleSite);
    const whole = site.read('config/site.yaml');
    site.write('config/site.yaml', 'nam: Workshop\n');
    const served = await serve(site);
    try {
      const reply = await served.get('/');
      expect(reply.status).toBe(500);
      expect(reply.text).toContain('config/site.yaml:1:1');
      site.write('config/site.yaml', whole);
      await served.until('/', (again) => again.status === 200);
    } finally {
      await served.stop();
      site.close();
    }
  });
});
