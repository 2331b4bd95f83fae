import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { program, type Site, siteOf } from '../site.ts';

const content = fileURLToPath(new URL('../../docs/content/', import.meta.url));
const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A file of an example in the documentation. */
export type Example = {
  readonly path: string;
  readonly text: string;
  /** Heading of its section; empty before the first one. */
  readonly section: string;
};

const sectionOrBlock =
  /^## (?<section>[^\n]+)$|^```\w+(?: title="(?<title>\S+)")?\n(?:(?:#|\/\/|<!--|\/\*) (?<comment>\S*\.\w+)(?: -->| \*\/)?\n)?(?<text>.*?)^```$/gms;

/**
 * Returns the files of a page's examples, in order: code blocks whose title, or whose first line, a comment, is the path
 * of a file. `page`: its path below `docs/content`, without `.md`.
 */
export function examplesOf(page: string): readonly Example[] {
  const markdown = readFileSync(`${content}${page}.md`, 'utf8');
  let section = '';
  return [...markdown.matchAll(sectionOrBlock)].flatMap(({ groups }) => {
    section = groups?.section ?? section;
    const path = groups?.title ?? groups?.comment;
    return path === undefined ? [] : [{ path, text: groups?.text ?? '', section }];
  });
}

/** The site that `sitegen init` creates, with the packages of the repository. */
export async function siteOfTemplate(template: string): Promise<Site> {
  const site = siteOf('');
  await run(process.execPath, [program, 'init', site.root, '--template', template, '--yes']);
  site.link('node_modules', join(repository, 'node_modules'));
  return site;
}

/**
 * The site that a reader has at the end of a page: its template, with the files of its examples. `skipped`: sections that
 * need packages which the repository does not have.
 */
export async function siteOfPage(page: string, template: string, skipped: readonly string[] = []): Promise<Site> {
  const site = await siteOfTemplate(template);
  for (const { path, text, section } of examplesOf(page)) {
    if (skipped.includes(section)) continue;
    const isExcerpt = path === 'config/site.yaml' && parse(text).name === undefined;
    site.write(path, isExcerpt ? stringify({ ...parse(site.read(path)), ...parse(text) }) : text);
  }
  return site;
}

/** Problems of the types of a site, as the type checker reports them. */
export async function typeProblems(site: Site): Promise<string> {
  const { extends: _, ...config } = JSON.parse(site.read('tsconfig.json'));
  const options = JSON.parse(readFileSync(join(repository, 'cli/tsconfig.site.json'), 'utf8')).compilerOptions;
  // The sources instead of the compiled declarations, which only a packed tarball has.
  const paths = {
    '@safelight/sitegen/runtime': [join(repository, 'cli/runtime/index.ts')],
    '@safelight/sitegen/types': [join(repository, 'cli/contract.ts')],
  };
  const types = [join(repository, 'cli/ambient.d.ts')];
  site.write('tsconfig.json', JSON.stringify({ ...config, compilerOptions: { ...options, types, paths } }));
  try {
    await run(join(repository, 'node_modules/.bin/tsc'), ['-p', site.root]);
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

/** Pages that are written by hand, as `examplesOf` takes them. */
export const writtenPages = (): readonly string[] =>
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && (!file.startsWith('reference') || file.endsWith('index.md')))
    .map((file) => file.slice(0, -'.md'.length));
