import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { contentSchema } from '../../cli/config/schema/content.ts';
import { localesSchema, routesSchema } from '../../cli/config/schema/routes.ts';
import { siteSchema } from '../../cli/config/schema/site.ts';
import { program, type Site, siteWithBundles, smallSite } from '../site.ts';
import { examplesOf, siteOfPage, typeProblems, writtenPages } from './examples.ts';

/** The site of a chapter: the template `blank`, with the files of its examples. */
const siteOfGuide = (name: string, skipped: readonly string[] = []): Promise<Site> =>
  siteOfPage(`guide/${name}`, 'blank', skipped);

/** Code blocks of a chapter in a language. */
const blocksOf = (name: string, language: string): readonly string[] => {
  const text = readFileSync(new URL(`../../docs/content/guide/${name}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
};

/** Schemas of the files of `config/`, and keys that an excerpt of one leaves out. */
const schemas = {
  'config/site.yaml': [siteSchema, { name: 'Lamps', url: 'https://lamps.example' }],
  'config/routes.yaml': [routesSchema, {}],
  'config/locales.yaml': [localesSchema, {}],
  'config/content.yaml': [contentSchema, {}],
} as const;

describe('the examples of all pages', () => {
  it('of settings are valid: whole files, or keys of config/site.yaml', () => {
    const invalid = writtenPages().flatMap((page) =>
      examplesOf(page).flatMap(({ path, text }) => {
        const [schema, implied] = schemas[path as keyof typeof schemas] ?? [];
        const { error } = schema?.safeParse({ ...implied, ...parse(text) }) ?? {};
        return error ? [`${page} ${path}: ${error.message}`] : [];
      }),
    );
    expect(invalid).toEqual([]);
  });
});

describe('the examples of the guide', () => {
  it('on collections make a site: a sidebar, typed fields, references, tags and series', async () => {
    const site = await siteOfGuide('collections');
    const { code, report, problems } = await site.build();
    expect([code, problems, report?.warnings]).toEqual([0, [], []]);
    expect(site.read('dist/docs/guide/install/index.html')).toMatch(/Guide.*Write a page/s);
    expect(site.read('dist/blog/hello/index.html')).toContain('Ada, editor');
    for (const path of ['blog', 'blog/tag/news', 'blog/series/beginnings']) {
      expect(site.read(`dist/${path}/index.html`), path).toContain('href="/blog/hello"');
    }
    site.close();
  });

  it('on data make a site: a loader, pages of products, translated paths and former addresses', async () => {
    const site = await siteOfGuide('data');
    site.write('.env.local', 'SHOP_TOKEN=a-secret-of-the-shop\n');
    const { code, report, problems } = await site.build();
    expect([code, problems, report?.warnings]).toEqual([0, [], []]);
    expect(site.read('dist/index.html')).toMatch(/Shop of.*Ada and Ben.*desk-lamp \(EUR\): 20.*href="\/page\/2"/s);
    expect(site.read('dist/page/2/index.html')).toContain('night-light (EUR): 5');
    expect(site.read('dist/about/index.html')).toContain('href="https://shop.example"');
    expect(site.has('dist/de/products/lamps/floor-lamp/index.html')).toBe(true);
    expect(site.read('dist/de/index.html')).toContain('href="/de/ueber-uns"');
    expect(site.read('dist/_redirects')).toContain('/2019/we-are-open.html /news/opening 301');
    expect(JSON.stringify(site.files('dist'))).not.toContain('a-secret-of-the-shop');
    site.close();
  });

  it('on heads make a site: proofs of ownership, analytics with its policy, and elements of a page', async () => {
    const site = await siteOfGuide('head');
    const { code, report, problems } = await site.build();
    expect([code, problems, report?.warnings]).toEqual([0, [], []]);
    const [home, shop] = ['index.html', 'shop/index.html'].map((path) => site.read(`dist/${path}`)) as [string, string];
    expect(home).toContain('<meta data-h name="google-site-verification" content="2b7f">');
    expect(home).toContain('<meta data-h name="theme-color" content="#102030">');
    expect(shop).toContain('<meta data-h name="theme-color" content="#305010">');
    expect(shop).toContain('<meta data-h property="product:price:amount" content="20">');
    expect(shop).toContain('<link data-h rel="preconnect" href="https://pay.example">');
    expect(site.read('dist/_headers')).toMatch(
      /script-src [^;]*https:\/\/stats\.example\/script\.js 'sha256-[^;]*; .*connect-src 'self' https:\/\/stats\.example;/,
    );
    site.close();
  });

  it('on Markdown have components for its blocks, and one within a line', async () => {
    const site = await siteOfGuide('markdown');
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';
    for (const name of ['worn', 'restored', 'film']) site.write(`content/texts/${name}.svg`, picture);
    site.write('content/texts/film.en.vtt', 'WEBVTT\n');
    const blocks = blocksOf('markdown', 'md').filter((text) => /:badge|:::compare/.test(text));
    expect(blocks).toHaveLength(2);
    const text = blocks.join('\n').replace('film.webm', 'film.svg').replaceAll('.jpg', '.svg');
    site.write('content/texts/all.md', `---\ntitle: All\n---\n${text}`);
    site.write(
      'config/content.yaml',
      "collections: { texts: { from: 'content/texts/*.md', path: '/{slug}', template: Text } }\n",
    );
    site.write(
      'templates/Text.tsx',
      "import { Markup } from '@safelight/sitegen/runtime';\nexport const Page = ({ body }) => <Markup of={body} />;\n",
    );
    const { problems, report } = await site.build();
    expect([problems, report?.warnings]).toEqual([[], []]);
    const html = site.read('dist/all/index.html');
    expect(html).toMatch(/<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/abc\?mute=1" title="A film"/);
    expect(html).toContain('<strong class="badge-hot">new</strong>');
    expect(html).toContain('<figcaption>A print before and after its restoration</figcaption>');
    site.close();
  });

  it('on plugins have plugins that work together', async () => {
    const site = await siteOfGuide('plugins', ['MDX', 'Formulas']);
    const examples = examplesOf('guide/plugins').filter(({ section }) => !['MDX', 'Formulas'].includes(section));
    const { problems, report } = await site.build();
    expect([problems, report?.warnings]).toEqual([[], []]);
    expect(site.read('dist/index.html')).toContain('<meta data-h name="theme-color" content="#102030">');
    const others = examples.map(({ path }) => path).filter((path) => /^plugins\/(?!colour|cards)/.test(path));
    site.edit('config/site.yaml', (text) => text + others.map((path) => `  - ./${path}\n`).join(''));
    site.edit('site/pages/Home.tsx', (text) => text.replaceAll('h1>', 'h2>'));
    const all = await site.build();
    expect([all.problems, all.report?.warnings.map(({ message }) => message)]).toEqual([
      [],
      ['headings: / has no heading'],
    ]);
    expect(JSON.parse(site.read('dist/vercel.json')).headers[0].source).toBe('/(.*)');
    site.close();
  });

  it('on styles make a site: style sheets, fonts with a hash and with an address, a theme that visitors choose', async () => {
    const site = await siteOfGuide('styles', ['Tailwind']);
    for (const folder of ['site/fonts', 'site/public/fonts']) site.write(`${folder}/serif.woff2`, 'A font.');
    site.write(
      'site/pages/Home.tsx',
      "import { Card } from '../Card.tsx';\nexport const hydrate = false;\nexport const Page = () => <Card title='Lamps'>Text</Card>;\n",
    );
    const { problems, report } = await site.build();
    expect([problems, report?.warnings]).toEqual([[], []]);
    const html = site.read('dist/index.html');
    expect(html).toMatch(/<sitegen-island[^>]*><button type="button">Light or dark<\/button>/);
    expect(html).toMatch(/<section class="card_\w+"><h2>Lamps<\/h2>/);
    expect(html).toContain('rel="preload" href="/fonts/serif.woff2" as="font"');
    const assets = site.files('dist/assets');
    const styles = Object.entries(assets).flatMap(([path, text]) => (path.endsWith('.css') ? [text] : []));
    expect(styles.join('')).toMatch(/url\(\/assets\/serif-[\w-]+\.woff2\)/);
    expect(Object.values(assets)).toContain('A font.');
    expect(await typeProblems(site)).toBe('');
    site.close();
  });

  it('on icons make a site whose HTML has the icons, by import and by name', async () => {
    const site = await siteOfGuide('icons');
    const { problems, report } = await site.build();
    expect([problems, report?.warnings]).toEqual([[], []]);
    const html = site.read('dist/index.html');
    expect(html).toMatch(/<svg aria-hidden="true" width="1em"[^>]*data-icon="lucide:wrench">/);
    expect(html).toMatch(/<svg role="img" aria-label="A desk lamp" class="large" width="3rem"/);
    expect(await typeProblems(site)).toBe('');
    site.close();
  });

  it('on search make a site with an index', async () => {
    const site = await siteOfGuide('search');
    const { code, problems } = await site.build();
    expect([code, problems]).toEqual([0, []]);
    expect(site.has('dist/_search/pagefind.js')).toBe(true);
    site.close();
  });

  it('on deployment has a workflow for GitHub Pages that builds a site below its base', async () => {
    const site = await siteOfGuide('deploy');
    const { build, deploy } = parse(site.read('.github/workflows/pages.yml')).jobs;
    const steps: readonly { readonly run?: string; readonly with?: { readonly path?: string } }[] = build.steps;
    const commands = steps.flatMap(({ run }) => (run?.startsWith('npx sitegen ') ? [run.split(' ').slice(2)] : []));
    expect(commands).toEqual([['build']]);
    const { status, stderr } = spawnSync(process.execPath, [program, 'build'], { cwd: site.root, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(site.read(`${steps.at(-1)?.with?.path}/index.html`)).toMatch(
      /rel="canonical" href="https:\/\/ada\.github\.io\/lamps\/"/,
    );
    expect(deploy.needs).toBe('build');
    site.close();
  });

  it('on shards has files for CI whose commands build and merge a site', async () => {
    const text = readFileSync(new URL('../../docs/content/guide/shards.md', import.meta.url), 'utf8');
    const [github, gitlab] = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml = '']) => parse(yaml));
    const commandsOf = (lines: readonly (string | undefined)[]) =>
      lines.filter((line) => line?.startsWith('npx sitegen')) as readonly string[];
    const { part, merge } = github.jobs;
    const shards: readonly number[] = part.strategy.matrix.shard;
    const runs = ({ steps }: { steps: readonly { run?: string }[] }) => commandsOf(steps.map(({ run }) => run));
    const ways = [
      [...shards.map((shard) => [runs(part)[0], { 'matrix.shard': shard }] as const), [runs(merge)[0], {}] as const],
      [
        ...Array.from({ length: gitlab.part.parallel }, (_, at) => {
          const variables = { CI_NODE_INDEX: at + 1, CI_NODE_TOTAL: gitlab.part.parallel };
          return [commandsOf(gitlab.part.script)[0], variables] as const;
        }),
        [commandsOf(gitlab.pages.script)[0], {}] as const,
      ],
    ];
    const site = siteWithBundles(smallSite);
    const whole = await site.build('--out', 'whole');
    expect(whole.code, whole.stderr).toBe(0);
    for (const [at, commands] of ways.entries()) {
      for (const [command = '', variables] of commands) {
        const filled = Object.entries(variables).reduce(
          (line, [name, value]) => line.replaceAll(`\${{ ${name} }}`, `${value}`).replaceAll(`$${name}`, `${value}`),
          command,
        );
        const args = filled.replace('npx sitegen ', '').split(' ');
        const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
          cwd: site.root,
          encoding: 'utf8',
        });
        expect(status, `${filled}: ${stderr}`).toBe(0);
      }
      expect(site.files('dist'), `${at}`).toEqual(site.files('whole'));
      site.remove('parts');
      site.remove('dist');
    }
    site.close();
  });

  it('on a fleet has an indexed Job whose pods build the shards, and one that merges them', async () => {
    const text = readFileSync(new URL('../../docs/content/guide/fleet.md', import.meta.url), 'utf8');
    const [, yaml = ''] = /^```yaml\n(.*?)^```$/ms.exec(text) ?? [];
    const [shards, merge] = parseAllDocuments(yaml).map((file) => file.toJS());
    expect([shards.spec.completionMode, shards.spec.parallelism]).toEqual(['Indexed', shards.spec.completions]);
    const site = siteWithBundles(smallSite);
    expect((await site.build('--out', 'whole')).problems).toEqual([]);
    /** Runs the command of a pod, with the volume as a folder of the site. */
    const run = (job: typeof shards, index?: number) => {
      const [shell, ...args] = job.spec.template.spec.containers[0].command as string[];
      const local = args.map((arg) => arg.replace('npx sitegen', `node ${program}`).replaceAll('/parts', 'parts'));
      const env = { ...process.env, ...(index === undefined ? {} : { JOB_COMPLETION_INDEX: `${index}` }) };
      const { status, stderr } = spawnSync(shell as string, local, { cwd: site.root, encoding: 'utf8', env });
      expect(status, stderr).toBe(0);
    };
    for (let index = 0; index < shards.spec.completions; index++) run(shards, index);
    run(merge);
    expect(site.files('parts/site')).toEqual(site.files('whole'));
    site.close();
  });
});
