import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { program, type Site, siteOf } from '../site.ts';

const content = fileURLToPath(new URL('../../docs/content/', import.meta.url));
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

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
  await promisify(execFile)(process.execPath, [program, 'init', site.root, '--template', template, '--yes']);
  site.link('node_modules', packages);
  return site;
}

/** The site that a reader has at the end of a page: its template, with the files of its examples. */
export async function siteOfPage(page: string, template: string): Promise<Site> {
  const site = await siteOfTemplate(template);
  for (const { path, text } of examplesOf(page)) site.write(path, text);
  return site;
}

/** Pages that are written by hand, as `examplesOf` takes them. */
export const writtenPages = (): readonly string[] =>
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && (!file.startsWith('reference') || file.endsWith('index.md')))
    .map((file) => file.slice(0, -'.md'.length));
