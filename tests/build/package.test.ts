import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../serve/served.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A folder outside of the repository with nothing but the packed tarball, its dependencies and those of a template. */
let folder = '';
let packed: readonly string[] = [];
let size = 0;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sitegen-package-')));
  const [report] = JSON.parse(npm(repository, 'pack', '-w', 'cli', '--json', '--pack-destination', folder));
  packed = report.files.map(({ path }: { path: string }) => path);
  size = report.size;
  const { devDependencies, peerDependencies } = JSON.parse(readFileSync(join(repository, 'cli/package.json'), 'utf8'));
  const types = ['@types/node', '@types/react', '@types/react-dom', 'typescript'].map(
    (name) => `${name}@${devDependencies[name]}`,
  );
  const searchPackage = `pagefind@${peerDependencies.pagefind}`;
  // As `npm init` writes it today: its modules are CommonJS unless they say otherwise.
  writeFileSync(join(folder, 'package.json'), '{ "name": "mine", "version": "1.0.0", "type": "commonjs" }');
  npm(
    folder,
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    join(folder, report.filename),
    ...types,
    searchPackage,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a program of the installed packages, and returns what it printed and its exit code. */
function run(cwd: string, name: string, ...args: readonly string[]): { readonly code: number; readonly text: string } {
  try {
    const text = execFileSync(join(folder, 'node_modules/.bin', name), args, { cwd, encoding: 'utf8', stdio: 'pipe' });
    return { code: 0, text };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, text: stdout + stderr };
  }
}

const done = (text: RegExp) => ({ code: 0, text: expect.stringMatching(text) });

describe('the packed tarball', () => {
  it('holds compiled files, types and templates only', () => {
    const expected =
      /^(?:LICENSE|README\.md|package\.json|ambient\.d\.ts|tsconfig\.site\.json|(?:dist|templates)\/.*)$/;
    expect(packed.filter((path) => !expected.test(path))).toEqual([]);
    const sources = packed.filter((path) => /(?<!\.d)\.tsx?$|\.tsbuildinfo$|\.test\./.test(path));
    expect(sources.filter((path) => !path.startsWith('templates/'))).toEqual([]);
    expect(size).toBeLessThan(2_000_000);
  });

  it('depends on the packages of the generator only', () => {
    const installed = Object.keys(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages);
    expect(installed).toContain('node_modules/vite');
    expect(installed.filter((path) => /onnxruntime|mediabunny|vitest|zod/.test(path))).toEqual([]);
  });

  it.each(['blank', 'blog', 'docs', 'studio'])(
    'makes, builds, checks and serves a site of template %s',
    async (name) => {
      const root = join(folder, name);
      mkdirSync(root);
      writeFileSync(join(root, 'package.json'), '{ "name": "mine", "type": "commonjs" }');
      expect(run(root, 'sitegen', 'init', '--template', name)).toEqual(done(/Created \d+ files in this folder/));
      const built = run(root, 'sitegen', 'build', '--json', '--jobs', '1');
      expect(built).toEqual(done(/"ok":true/));
      expect(JSON.parse(built.text).warnings).toEqual([]);
      expect(run(root, 'sitegen', 'types')).toEqual(done(/types of \d+ messages/));
      expect(run(root, 'tsc')).toEqual({ code: 0, text: '' });
      const served = await serve({ root, program: join(folder, 'node_modules/@safelight/sitegen/dist/bin.js') });
      const reply = await served.get('/');
      expect([reply.status, /<h1>[^<]+<\/h1>/.test(reply.text)]).toEqual([200, true]);
      expect((await served.get('/@id/virtual:sitegen/dev-entry')).status).toBe(200);
      expect(await served.stop('SIGTERM')).toBe(0);
    },
  );

  it('types message keys, styles, assets and the environment, and reports what does not exist', () => {
    const root = join(folder, 'blog');
    const page = (text: string) =>
      writeFileSync(
        join(root, 'site/pages/Checked.tsx'),
        `import { useMessages } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
import { icon } from 'virtual:sitegen/icon/lucide/sun';
import css from '../EntryList.module.css';
import picture from './picture.png';
export const all: readonly string[] = [picture, css.list ?? '', icon.body, import.meta.env.BASE_URL];
export const Page = ({ entry }: EntryProps) => <h1>{${text}}{entry.title}</h1>;
export function useTitle() { const t = useMessages(); return t('home.title'); }
`,
      );
    page('1');
    expect(run(root, 'tsc')).toEqual({ code: 0, text: '' });
    page("useMessages()('home.titel')");
    expect(run(root, 'tsc').text).toContain('home.titel');
    rmSync(join(root, 'site/pages/Checked.tsx'));
  });

  it('builds by its typed programmatic interface', () => {
    const root = join(folder, 'blank');
    const code = `import { build, type BuildResult } from '@safelight/sitegen';
const result: BuildResult = await build({ root: ${JSON.stringify(root)}, jobs: 1 });
console.log(result.ok ? result.report.pages : result.problems);
`;
    writeFileSync(join(folder, 'api.mts'), code);
    writeFileSync(join(folder, 'api.mjs'), code.replace(', type BuildResult', '').replace(': BuildResult', ''));
    const strict = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ];
    expect(run(folder, 'tsc', '--noEmit', ...strict, 'api.mts')).toEqual({ code: 0, text: '' });
    expect(execFileSync(process.execPath, ['api.mjs'], { cwd: folder, encoding: 'utf8' }).trim()).toBe('2');
  });

  it('adds a post, a page, a locale and a collection, which build', () => {
    const root = join(folder, 'blank');
    expect(run(root, 'sitegen', 'new', 'post', 'Hello').text).toContain('sitegen new collection');
    expect(run(root, 'sitegen', 'new', 'collection', 'recipes').code).toBe(0);
    expect(run(root, 'sitegen', 'new', 'post', 'Bread & butter')).toEqual(done(/content\/recipes\/bread-butter\.md/));
    expect(run(root, 'sitegen', 'new', 'page', 'About us')).toEqual(done(/site\/pages\/AboutUs\.tsx/));
    expect(run(root, 'sitegen', 'new', 'locale', 'fr')).toEqual(done(/config\/locales\.yaml/));
    expect(readFileSync(join(root, 'config/locales.yaml'), 'utf8')).toContain('code: fr, name: français');
    expect(readFileSync(join(root, 'config/routes.yaml'), 'utf8')).toMatch(/^# yaml-language-server.*id: about-us/s);
    expect(run(root, 'sitegen', 'new', 'page', 'About us').text).toContain('NEW_ROUTE_EXISTS');
    const built = JSON.parse(run(root, 'sitegen', 'build', '--json', '--jobs', '1', '--drafts').text);
    expect([built.ok, built.warnings, built.problems]).toEqual([true, [], undefined]);
    expect(readFileSync(join(root, 'dist/about-us/index.html'), 'utf8')).toContain('<h1>About us</h1>');
    expect(readFileSync(join(root, 'dist/recipes/bread-butter/index.html'), 'utf8')).toContain('Bread &amp; butter');
    // The template knows the fields of its collection by name.
    expect(run(root, 'tsc')).toEqual({ code: 0, text: '' });
    const template = join(root, 'templates/Recipes.tsx');
    writeFileSync(template, readFileSync(template, 'utf8').replace('{ level, picture }', '{ lvel: level, picture }'));
    expect(run(root, 'tsc').text).toContain('lvel');
  });

  it('leaves files that exist alone', () => {
    const again = run(join(folder, 'blank'), 'sitegen', 'init');
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('INIT_FILE_EXISTS')]);
  });
});
