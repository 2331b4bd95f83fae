import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const content = fileURLToPath(new URL('../../docs/content/', import.meta.url));

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

/** Pages that are written by hand, as `examplesOf` takes them. */
export const writtenPages = (): readonly string[] =>
  readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && (!file.startsWith('reference') || file.endsWith('index.md')))
    .map((file) => file.slice(0, -'.md'.length));
