import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import type { SourceTree } from '../sources/tree.ts';
import { deepFreeze } from './freeze.ts';
import { type Loaded, load } from './load.ts';
import { problemAt } from './problem.ts';
import { baseSchema, originSchema, siteSchema, sourceFolders } from './schema/site.ts';
import type { ConfigOverrides, SiteSettings } from './types.ts';

/** `config/site.yaml` with the values of the command line over it. */
export function loadSite(tree: SourceTree, options: ConfigOverrides): Loaded<SiteSettings | null> {
  const url = options.siteUrl === undefined ? null : originSchema.safeParse(options.siteUrl);
  const base = options.base === undefined ? null : baseSchema.safeParse(options.base);
  const over = {
    ...(url?.success ? { url: url.data } : {}),
    ...(base?.success ? { base: base.data } : {}),
  };
  const loaded = load(tree, { name: 'site', schema: siteSchema, empty: {} as never, over });
  const faults = [
    fault(url, `The site URL \`${options.siteUrl}\``),
    fault(base, `The base \`${options.base}\``),
    options.out === undefined ? null : outFault(tree.root, options.out),
  ].flatMap((text) => (text === null ? [] : [problemAt(null, 'CONFIG_OPTION', [text])]));
  const { value } = loaded;
  const output = value && { ...value.output, dir: options.out ?? value.output.dir };
  const settings = value && output && (deepFreeze({ ...value, output }) as SiteSettings);
  const problems: Diagnostic[] = tree.files.has('config/site.yaml')
    ? [...loaded.problems, ...faults]
    : [missing(), ...faults];
  return { ...loaded, value: settings, problems };
}

type Parsed = { readonly success: boolean; readonly error?: { readonly issues: readonly { message: string }[] } };

function fault(parsed: Parsed | null, name: string): string | null {
  return parsed === null || parsed.success ? null : `${name} ${parsed.error?.issues[0]?.message}.`;
}

/** A build empties its output folder, so that must neither hold sources nor lie among them. */
function outFault(root: string, out: string): string | null {
  const path = relative(root, resolve(root, out));
  const [first = ''] = path.split(/[/\\]/);
  const above = path === '' || /^\.\.([/\\]\.\.)*$/.test(path);
  if (out !== '' && !above && !sourceFolders.includes(first)) return null;
  return `The output folder \`${out}\` would overwrite sources.`;
}

const missing = (): Diagnostic =>
  problemAt({ file: 'config/site.yaml' }, 'CONFIG_MISSING_FILE', [
    'There is no config/site.yaml.',
    'Create it with at least `name: …` and `url: https://…`.',
  ]);
