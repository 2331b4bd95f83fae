import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { program, type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

/** What `sitegen new post` prints, with its exit code. */
const newPost = (site: Site, ...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, 'new', 'post', ...args, '--root', site.root], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr });
    });
  });

const withSeries = `
-- config/content.yaml --
collections:
  blog:
    type: blog
    from: content/blog
    path: /blog/{slug}
    template: Post
    list: { path: /blog, template: List }
    taxonomies: { series: { path: '/blog/series/{term}', template: List, ordered: true } }
    fields: { level: { type: enum, values: [easy, hard], required: true } }
`;

it('creates a post in several languages with a slug and values of its front matter', async () => {
  const site = siteWithBundles(smallSite);
  site.write('config/content.yaml', withSeries.split('--\n')[1] ?? '');
  for (const slug of ['first', 'second', 'third']) site.remove(`content/blog/${slug}`);
  const options = ['--locale', 'en,de', '--slug', 'lamp', '--set', 'series=Lamps', '--set', 'tags=[light, "2"]'];
  const { code, text } = await newPost(site, 'A lamp: the first', ...options, '--set', 'level=hard');
  expect(text).toMatch(/Wrote .*content\/blog\/lamp\/de\.md\nWrote .*content\/blog\/lamp\/en\.md\n/);
  expect(code).toBe(0);
  const front = site.read('content/blog/lamp/de.md').split('---')[1];
  expect(front).toMatch(
    /^\ntitle: "A lamp: the first"\ndescription: .+\ndate: \d{4}-\d\d-\d\d\ndraft: true\nlevel: hard\nseries: Lamps\ntags:\n {2}- light\n {2}- "2"\n$/,
  );
  const built = await site.build('--drafts');
  expect(built.problems).toEqual([]);
  expect(site.has('dist/de/blog/lamp/index.html')).toBe(true);
  expect(site.has('dist/blog/series/lamps/index.html')).toBe(true);
  expect(built.report?.warnings).toEqual([]);
  const files = ['content/blog/lamp/de.md', 'content/blog/lamp/en.md'];
  for (const file of files) site.edit(file, (text) => text.replace('draft: true\n', ''));
  const published = await site.build();
  expect(published.problems).toEqual([]);
  expect(published.report?.warnings).toEqual(
    files.map((file) => expect.objectContaining({ code: 'CONTENT_PLACEHOLDER', file, line: 11 })),
  );
  site.close();
});

it('reports every wrong option and then writes nothing', async () => {
  const site = siteWithBundles(smallSite);
  const wrong = ['--locale', 'en,dee', '--set', 'tag=x', '--set', 'date=tomorrow', '--set', 'nothing'];
  const { code, text } = await newPost(site, 'A lamp', ...wrong);
  expect(code).toBe(1);
  for (const part of ['NEW_UNKNOWN_LOCALE', 'Did you mean `tags`', '`date`', 'NEW_INVALID_VALUE'])
    expect(text).toContain(part);
  expect((await newPost(site, 'A lamp', '--slug', 'A Lamp')).text).toContain('NEW_INVALID_SLUG');
  expect((await newPost(site, '!!!')).text).toContain('NEW_INVALID_SLUG');
  expect(site.has('content/blog/a-lamp')).toBe(false);
  site.close();
});

it('creates nothing where the pattern of the collection names no folder', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/content.yaml', (text) => text.replace('from: content/blog', 'from: content/{blog,news}/**/*.md'));
  const { code, text } = await newPost(site, 'Hello world');
  expect([code, text]).toEqual([1, expect.stringContaining('NEW_NO_FOLDER')]);
  expect(site.has('content/{blog,news}')).toBe(false);
  site.close();
});

it('a post in a language that the site lacks suggests the command that adds it', async () => {
  const site = siteOf(smallSite);
  for (const name of ['fr', 'pt-br', 'qx', 'readme']) site.write(`content/blog/first/${name}.md`, '# One\n');
  // Names of posts that happen to be codes of languages, beside no post in a language of the site.
  for (const path of ['new', 'drafts/new']) site.write(`content/blog/${path}.md`, '# One\n');
  const { problems } = await site.build();
  const commands = problems.map(({ code, file, hint }) => [code, file, /`npx sitegen new .+`/.exec(hint ?? '')?.[0]]);
  expect(commands.sort()).toEqual([
    ['CONTENT_MISPLACED', 'content/blog/drafts/new.md', undefined],
    ['CONTENT_MISPLACED', 'content/blog/first/fr.md', '`npx sitegen new locale fr`'],
    ['CONTENT_MISPLACED', 'content/blog/first/pt-br.md', '`npx sitegen new locale pt-br`'],
    ['CONTENT_MISPLACED', 'content/blog/first/qx.md', undefined],
    ['CONTENT_MISPLACED', 'content/blog/first/readme.md', undefined],
    ['CONTENT_MISPLACED', 'content/blog/new.md', undefined],
  ]);
  site.close();
});
