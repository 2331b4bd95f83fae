import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { program, siteOf, smallSite } from '../site.ts';
import { siteOfTemplate } from './examples.ts';

const small = siteOf(smallSite, '-- locales/de/home.json --\n{ "seo": { "title": "Kleine Startseite" } }\n');
afterAll(small.close);

const sitegen = (...args: readonly string[]) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });

it('exits with 2 for a value of an option that is not valid, and names the option', () => {
  for (const [options, text] of [
    [['build', '--base', 'sub'], 'The base `sub` must be'],
    [['build', '--site-url', 'foo'], 'The site URL `foo` must be'],
    [['build', '--locale', 'xx'], 'There is no locale `xx` to build'],
    [['build', '--out', 'content'], 'would overwrite sources'],
    [['serve', '--port', '0', '--base', 'sub'], 'The base `sub` must be'],
  ] as const) {
    const { status, stderr } = sitegen(...options, '--root', small.root);
    expect([status, stderr], options.join(' ')).toEqual([2, expect.stringContaining(text)]);
  }
});

it('is a program that a shell can run', () => {
  expect(statSync(program).mode & 0o111).toBe(0o111);
});

it('warns of a site without pages', async () => {
  const site = siteOf('-- config/site.yaml --\nname: Empty\nurl: https://empty.example\n');
  const built = await site.build();
  expect([built.code, built.report?.warnings.map(({ code }) => code)]).toEqual([0, ['SITE_EMPTY']]);
  site.close();
});

it('serves no folder without a site, and creates nothing in it', () => {
  const empty = siteOf('');
  const { status, stderr } = sitegen('serve', '--port', '0', '--root', empty.root);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/SITE_MISSING[\s\S]*npx sitegen init/)]);
  expect(empty.files('.')).toEqual({});
  empty.close();
});

it('shows examples in the help of each command', () => {
  for (const command of [[], ['init'], ['new'], ['build'], ['merge'], ['serve'], ['types']]) {
    const text = execFileSync(process.execPath, [program, ...command, '--help'], { encoding: 'utf8' });
    expect(text).toMatch(new RegExp(`Examples:\\n  \\$ sitegen ${command[0] ?? 'init'}`));
  }
});

it('says which types and schemas it wrote', () => {
  const { status, stdout } = sitegen('types', '--root', small.root);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/types\/messages\.d\.ts {2}types of \d+ messages/)]);
});

it('lists missing messages by key in the report and with --verbose', async () => {
  const built = await small.build();
  const german = built.report?.locales.find(({ code }) => code === 'de');
  expect(german?.missingKeys).toEqual(expect.arrayContaining(['home.hello', 'home.seo.description']));
  expect(german?.missing).toBe(german?.missingKeys.length);
  const { stdout } = sitegen('build', '--verbose', '--root', small.root);
  expect(stdout).toMatch(/lacks de +.*home\.hello/);
});

it('adds no page with a path that a route cannot have', () => {
  const site = siteOf(smallSite);
  const { status, stderr } = sitegen('new', 'page', 'Pricing', '--path', 'pricing', '--root', site.root);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/NEW_PATH\n {2}`pricing` must start with `\/`[\s\S]*--path \/about-us/),
  ]);
  expect(site.has('site/pages/Pricing.tsx')).toBe(false);
  site.close();
});

it.each(['blank', 'docs'])(
  'adds a page, a collection and a locale without a dead link or a missing description to a site of the template %s',
  async (template) => {
    const site = await siteOfTemplate(template);
    for (const added of [
      ['page', 'Pricing'],
      ['collection', 'recipes'],
      ['locale', 'fr'],
    ])
      expect(sitegen('new', ...added, '--root', site.root)).toMatchObject({ status: 0 });
    const { status, stderr } = sitegen('check', '--drafts', '--root', site.root);
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/error |PAGE_DESCRIPTION_MISSING/)]);
    for (const path of ['pricing', 'recipes', 'recipes/first'])
      expect(site.read(`dist/${path}/index.html`).match(/<main\b/g), path).toHaveLength(1);
    site.close();
  },
);

it('creates a site in a project that exists, and adds what its `.gitignore` lacks', () => {
  const site = siteOf('-- package.json --\n{ "name": "project" }\n-- .gitignore --\n*.log\n/node_modules\n');
  expect(sitegen('init', site.root, '--template', 'blank', '--yes')).toMatchObject({ status: 0 });
  expect(site.read('.gitignore')).toBe('*.log\n/node_modules\ndist/\n.sitegen/\n*.local\n');
  expect(JSON.parse(site.read('package.json'))).toMatchObject({ name: 'project', scripts: { start: 'sitegen serve' } });
  site.close();
});

it('says before the packages of a new site are installed that they are missing', async () => {
  const site = siteOf('');
  expect(sitegen('init', site.root, '--template', 'blank', '--yes')).toMatchObject({ status: 0 });
  expect((await site.build()).problems).toMatchObject([
    { code: 'BUNDLE_FAILED', file: 'tsconfig.json', line: 2, hint: expect.stringContaining('`npm install`') },
  ]);
  site.write('tsconfig.json', '{ "extends": "./base.json" }\n');
  expect((await site.build()).problems).toMatchObject([
    { code: 'BUNDLE_FAILED', file: 'tsconfig.json', hint: 'Correct the path.' },
  ]);
  site.close();
});

it('adds to a locale what it lacks: its messages, or its settings', async () => {
  const site = siteOf(smallSite);
  const add = () => sitegen('new', 'locale', 'fr', '--root', site.root);
  const locale = '  - { code: fr, name: français, language: fr }\n';
  const settings = site.read('config/locales.yaml');
  site.write('config/locales.yaml', `${settings}${locale}`);
  expect((await site.build()).problems.map(({ code }) => code)).toEqual(['CONFIG_NO_MESSAGES']);
  expect(add()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Wrote \S*locales\/fr\/common\.json\n$/) });
  expect([site.read('locales/fr/common.json'), site.read('config/locales.yaml')]).toEqual([
    '{}\n',
    `${settings}${locale}`,
  ]);
  expect((await site.build()).code).toBe(0);
  expect(add()).toMatchObject({ status: 1, stderr: expect.stringContaining('NEW_LOCALE_EXISTS') });
  site.write('config/locales.yaml', settings);
  expect(add()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Wrote \S*config\/locales\.yaml\n$/) });
  expect(site.read('config/locales.yaml')).toContain('code: fr');
  site.close();
});

it('names the schema for editors in the first line of settings that it adds', async () => {
  const site = await siteOfTemplate('blank');
  for (const [kind, name] of [
    ['collection', 'recipes'],
    ['locale', 'fr'],
  ] as const)
    expect(sitegen('new', kind, name, '--root', site.root).status).toBe(0);
  for (const name of ['content', 'locales'])
    expect(site.read(`config/${name}.yaml`)).toMatch(
      new RegExp(`^# yaml-language-server: \\$schema=\\.\\./\\.sitegen/schema/${name}\\.json\n\\w`),
    );
  site.close();
});
