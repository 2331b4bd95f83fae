import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Site } from '../site.ts';

/** Reads every source of a site: path -> bytes. */
export function sourcesOf(root: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const folder of ['config', 'content', 'data', 'locales', 'site', 'templates']) {
    if (!statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found.set(path.slice(root.length + 1), readFileSync(path));
    }
  }
  return found;
}

export type Editor = { readonly edit: () => string; readonly repair: () => void };

/** Edits a site at random; some edits break it. `repair` reverts those, so that the site builds again. */
export function createRandomEditor(site: Site, random: () => number): Editor {
  const broken = new Map<string, Buffer>();
  let count = 0;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const writeSource = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(site.root, path)), { recursive: true });
    writeFileSync(join(site.root, path), content);
  };
  const intactFiles = (): string[] =>
    [...sourcesOf(site.root).keys()]
      .filter((path) => ![...broken.keys()].some((one) => path === one || path.startsWith(`${one}/`)))
      .sort();
  const posts = (): string[] => intactFiles().filter((path) => /^content\/blog\/[^/]+\/\w+\.md$/.test(path));
  const change = (path: string | undefined, edit: (text: string) => string): string => {
    if (path === undefined) return 'nothing';
    writeSource(path, edit(readFileSync(join(site.root, path), 'utf8')));
    return `edit ${path}`;
  };
  const good: readonly (() => string)[] = [
    () => change(pick(posts()), (text) => `${text}\nA line more, number ${count}, with a [link](/about).\n`),
    () => change(pick(posts()), (text) => text.replace(/^title: .*$/m, `title: Title ${count}`)),
    () =>
      change(pick(posts()), (text) =>
        text.replace(/^date: .*$/m, `date: 2026-0${1 + Math.floor(random() * 8)}-1${Math.floor(random() * 9)}`),
      ),
    () =>
      change(pick(posts()), (text) =>
        /^tags:/m.test(text) ? text.replace(/^tags: .*$/m, `tags: [${pick(['light', 'dark', 'start', 'odd'])}]`) : text,
      ),
    () => {
      const folder = `content/blog/post-${count}`;
      writeSource(
        `${folder}/en.md`,
        `---\ntitle: New ${count}\ndescription: A new post.\ndate: 2026-02-0${1 + (count % 9)}\ntags: [new, light]\n---\n# New\n\nText ${count}.\n`,
      );
      if (chance(0.5))
        writeSource(
          `${folder}/de.md`,
          `---\ntitle: Neu ${count}\ndescription: Ein neuer Beitrag.\ndate: 2026-02-0${1 + (count % 9)}\n---\nText auf Deutsch.\n`,
        );
      return `add ${folder}`;
    },
    () => {
      const added = posts().filter((path) => path.includes('/post-'));
      const folder = added.length > 0 ? dirname(pick(added)) : null;
      if (folder === null || [...broken.keys()].some((path) => path.startsWith(folder))) return 'nothing';
      if (chance(0.5)) rmSync(join(site.root, folder), { recursive: true });
      else renameSync(join(site.root, folder), join(site.root, `content/blog/post-moved-${count}`));
      return `move or delete ${folder}`;
    },
    () =>
      change(
        pick(intactFiles().filter((path) => path === 'locales/en/home.json' || path === 'locales/de/home.json')),
        (text) => text.replace(/"hello": "[^"]*"/, `"hello": "Hi ${count} from {site}"`),
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'locales/de/navigation.json'),
        () => `{ "home": "Anfang ${count}" }`,
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'config/site.yaml'),
        (text) => text.replace(/^name: .*$/m, `name: Workshop ${count}`),
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'config/content.yaml'),
        (text) => text.replace(/perPage: \d/, `perPage: ${1 + (count % 4)}`),
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'data/facts.json'),
        () => `{ "count": ${count} }`,
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'site/pages/Home.tsx'),
        (text) => text.replace(/<h1[^>]*>/, `<h1 id="h${count}">`),
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'templates/Post.tsx'),
        (text) => text.replace(/<article[^>]*>/, `<article id="a${count}">`),
      ),
    () =>
      change(
        intactFiles().find((path) => path === 'site/App.module.css'),
        () => `.shell { color: rgb(${count % 200}, 2, 3); }\n`,
      ),
    () => {
      writeSource(`site/public/file-${count % 5}.txt`, `File ${count}\n`);
      return 'public file';
    },
    () =>
      change(
        intactFiles().find((path) => path === 'config/routes.yaml'),
        (text) =>
          text.includes('extra')
            ? text.replace(/^.*extra.*\n/m, '')
            : text.replace(
                'routes:\n',
                `routes:\n  - { id: extra, path: /extra-${count}, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 1 } } }\n`,
              ),
      ),
  ];
  const breakages: readonly ((path: string) => void)[] = [
    (path) => writeSource(path, 'title: [unclosed\n\t- bad'),
    (path) => writeSource(path, Buffer.from([0, 255, 254, 13, 0, 195, 40, 10, 128])),
    (path) => writeSource(path, ''),
    (path) => rmSync(join(site.root, path)),
    (path) => {
      rmSync(join(site.root, path));
      mkdirSync(join(site.root, path));
    },
    (path) => writeSource(path, readFileSync(join(site.root, path), 'utf8').slice(0, 40)),
    (path) =>
      writeSource(
        path,
        `${readFileSync(join(site.root, path), 'utf8').replace('return ', 'throw new Error("thrown"); return ')} `,
      ),
    (path) => writeSource(path, `{{{ ${readFileSync(join(site.root, path), 'utf8')}`),
  ];
  const repairOne = (path: string): string => {
    rmSync(join(site.root, path), { recursive: true, force: true });
    writeSource(path, broken.get(path) as Buffer);
    broken.delete(path);
    return `repair ${path}`;
  };
  return {
    edit: () => {
      count++;
      if (broken.size > 0 && chance(0.35)) return repairOne(pick([...broken.keys()]));
      if (!chance(0.3)) return pick(good)();
      const path = pick(intactFiles());
      const content = readFileSync(join(site.root, path));
      broken.set(path, content);
      pick(breakages)(path);
      return `break ${path}`;
    },
    repair: () => [...broken.keys()].forEach(repairOne),
  };
}
