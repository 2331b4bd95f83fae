import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { siteOfPage, typeProblems } from './examples.ts';

const run = promisify(execFile);

describe('the examples of a migration', () => {
  it('from Jekyll move its posts', async () => {
    const site = await siteOfPage('migrate/jekyll', 'blank');
    site.write(
      '_posts/2020-02-03-second.markdown',
      '---\r\ntitle: Second\r\ndescription: Two.\r\ntags: a b\r\n---\r\nText.\r\n',
    );
    site.write('_posts/notes.txt', 'Not a post.');
    const move = () => run(process.execPath, ['move-posts.mjs'], { cwd: site.root });
    expect((await move()).stdout).toBe('Skipped _posts/notes.txt: its name is not DATE-NAME.md.\n');
    site.edit('content/blog/hello.md', (text) => text.replace('Text.', 'Changed text.'));
    expect((await move()).stdout).toContain('Skipped _posts/2019-05-01-hello.md: content/blog/hello.md exists.');
    const { code, problems, report } = await site.build();
    expect([code, problems, report?.warnings]).toEqual([0, [], []]);
    expect(site.read('dist/blog/hello/index.html')).toContain('content="2019-05-01"');
    expect(site.read('dist/blog/hello/index.html')).toContain('Changed text.');
    expect(site.read('dist/blog/second/index.html')).toContain('content="2020-02-03"');
    expect(site.read('content/blog/second.md')).toContain('tags: [a, b]\n');
    for (const category of ['news', 'lamps'])
      expect(site.read(`dist/category/${category}/index.html`)).toContain('href="/blog/hello"');
    site.close();
  });

  it('from Eleventy move its posts, with their addresses', async () => {
    const site = await siteOfPage('migrate/eleventy', 'blank');
    const front =
      'title: Second\r\ndescription: Two.\r\ndate: 2020-02-03T10:00:00Z\r\npermalink: /second/\r\ntags:\r\n  - posts\r\n  - news';
    site.write('src/posts/second.md', `---\r\n${front}\r\n---\r\nText.\r\n`);
    site.write('src/posts/third.md', '---\ntitle: Third\n---\n');
    site.write('src/posts/posts.json', '{}');
    const { stdout } = await run(process.execPath, ['move-posts.mjs'], { cwd: site.root });
    expect(stdout.split('\n')).toEqual([
      'Skipped src/posts/posts.json: it is not a Markdown file.',
      'Skipped src/posts/third.md: it has no date, neither in its front matter nor in its name.',
      '',
    ]);
    const { problems, report } = await site.build();
    expect([problems, report?.warnings]).toEqual([[], []]);
    expect(site.read('dist/_redirects')).toMatch(/^\/posts\/hello \/blog\/hello 301/m);
    expect(site.read('dist/_redirects')).toMatch(/^\/second \/blog\/second 301/m);
    expect(site.read('dist/blog/second/index.html')).toContain('content="2020-02-03"');
    expect(Object.keys(site.files('dist/blog/tag')).filter((path) => path.endsWith('.html'))).toEqual([
      'lamps/index.html',
      'news/index.html',
    ]);
    expect(await typeProblems(site)).toBe('');
    site.close();
  });

  it('from Hugo convert its front matter, and keep its addresses', async () => {
    const site = await siteOfPage('migrate/hugo', 'blank');
    site.edit(
      'config/content.yaml',
      (text) => `${text}    fields: { params: { type: object, fields: { kind: { type: string } } } }\n`,
    );
    const toml = 'title = "Second"\r\ndescription = \'Two.\'\r\ndate = "2020-02-03"\r\n[params]\r\nkind = "note"\r\n';
    site.write('content/posts/second.md', `+++\r\n${toml}+++\r\n{{< note >}}\r\n`);
    site.write('content/posts/_index.md', '---\ntitle: Posts\n---\n');
    const convert = () => run(process.execPath, ['convert-front-matter.mjs'], { cwd: site.root });
    const lines = [
      'content/posts/_index.md is no entry: write its texts into messages, and delete it.',
      'content/posts/second.md has shortcodes.',
      '',
    ];
    expect((await convert()).stdout.split('\n')).toEqual(lines);
    const converted = site.files('content');
    expect((await convert()).stdout.split('\n')).toEqual(lines);
    expect(site.files('content')).toEqual(converted);
    site.remove('content/posts/_index.md');
    const { problems, report } = await site.build();
    expect(problems).toEqual([]);
    expect(report?.warnings).toMatchObject([{ code: 'CONTENT_TEMPLATE_TAG', file: expect.stringContaining('second') }]);
    expect(site.read('content/posts/second.md')).toContain('params:\n  kind: "note"\n---');
    expect(site.read('dist/posts/hello/index.html')).toMatch(
      /content="2019-05-01".*content="2020-01-15".*href="\/tags\/lamps"/s,
    );
    site.close();
  });
});
