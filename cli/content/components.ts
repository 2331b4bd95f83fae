import type { SiteConfig } from '../config/types.ts';
import type { Diagnostic, IslandTrigger } from '../contract.ts';
import type { DirectiveRules } from '../lib/directive-rules.ts';
import { type IslandKey, islandKey } from '../lib/islands.ts';
import { entryFiles, isMdx } from '../schema/files.ts';
import type { SourceTree } from '../sources/tree.ts';
import { parseYaml } from '../sources/yaml.ts';
import type { ContentIndex } from './content-index.ts';
import { publishedEntries } from './media.ts';

/** A component that texts show by a directive. */
export type TextComponent = {
  readonly key: IslandKey;
  /** Name of the component. */
  readonly name: string;
  /** When the browser hydrates it; null: never. */
  readonly on: IslandTrigger | null;
} & DirectiveRules;

/** Name of a directive -> its component. */
export type TextComponents = Readonly<Record<string, TextComponent>>;

/**
 * Returns the components of `markdown.components` in `config/site.yaml`; and for each file of `mdx` one named after
 * it, which is the whole text of an entry.
 */
export function textComponents(config: Pick<SiteConfig, 'site'>, mdx: readonly string[]): TextComponents {
  return { ...directiveComponents(config), ...mdxComponents(mdx) };
}

function mdxComponents(files: readonly string[]): TextComponents {
  const rules = { media: [], pictures: [], proportions: [], required: [], allowed: null };
  return Object.fromEntries(
    files.map((file) => [file, { key: islandKey(file, 'default'), name: file, on: 'load', ...rules }]),
  );
}

/** Returns the files of the published entries in MDX. The code of others must not be published either. */
export const publishedMdx = (content: ContentIndex): readonly string[] =>
  publishedEntries(content).flatMap(({ file }) => (isMdx(file) ? [file] : []));

/** Returns the files of all entries in MDX, before it is known which of them are published. */
export function mdxFiles(
  { content, locales }: Pick<SiteConfig, 'content' | 'locales'>,
  tree: SourceTree,
): readonly string[] {
  const files = [...tree.files.keys()].filter((path) => path.startsWith('content/') && isMdx(path));
  if (files.length === 0) return [];
  const collections = Object.values(content.collections).flatMap(({ from }) =>
    from === undefined ? [] : entryFiles(from, locales.allCodes),
  );
  return files.filter((file) =>
    collections.some(({ entryOf }) => typeof entryOf(file) === 'object' && entryOf(file) !== null),
  );
}

function directiveComponents({ site }: Pick<SiteConfig, 'site'>): TextComponents {
  return Object.fromEntries(
    Object.entries(site.markdown.components).map(
      ([directive, { file, client, media, pictures, proportions, required, optional }]) => {
        const name = (file.split('/').at(-1) as string).replace(/\.\w+$/, '');
        const allowed =
          required || optional ? [...new Set([...media, ...(required ?? []), ...(optional ?? [])])] : null;
        return [
          directive,
          {
            key: islandKey(file, name),
            name,
            on: client ?? null,
            media,
            pictures,
            proportions,
            required: required ?? [],
            allowed,
          },
        ];
      },
    ),
  );
}

/** Returns the keys of the components of texts, without duplicates. */
export const componentKeys = (...of: Parameters<typeof textComponents>): readonly IslandKey[] => [
  ...new Set(Object.values(textComponents(...of)).map(({ key }) => key)),
];

/** Returns an error for each component whose file does not exist. */
export function componentProblems(tree: SourceTree, { site }: Pick<SiteConfig, 'site'>): readonly Diagnostic[] {
  return Object.entries(site.markdown.components).flatMap(([name, { file }]) => {
    if (tree.files.has(file)) return [];
    const settings = 'config/site.yaml';
    const location = parseYaml(settings, tree.text(settings)).doc.locate(['markdown', 'components', name]);
    const message = `There is no file ${file} for the directive \`${name}\`.`;
    return [{ code: 'COMPONENT_NOT_FOUND', severity: 'error' as const, message, hint: 'Create it.', ...location }];
  });
}
