import { resolveConfig } from '../../../../cli/config/resolve.ts';
import type { ConfigOverrides, SiteConfig } from '../../../../cli/config/types.ts';
import { treeOf } from '../../../tree.ts';

export type Texts = { readonly [path: string]: string };

/** The smallest site; the texts of a test stand over it. */
export const minimal = {
  'config/site.yaml': 'name: Example\nurl: https://example.org\n',
  'config/routes.yaml': 'routes:\n  - { id: home, path: /, page: Home }\n',
  'site/pages/Home.tsx': '',
};

export function configOf(texts: Texts, options: ConfigOverrides = {}): SiteConfig {
  const result = resolveConfig(treeOf({ ...minimal, ...texts }), options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 1));
  return result.value;
}

/** `code file:line:column message | hint` of each problem, or of each warning where there is no error. */
export function problemsOf(texts: Texts, options: ConfigOverrides = {}): readonly string[] {
  const result = resolveConfig(treeOf({ ...minimal, ...texts }), options);
  return (result.ok ? result.warnings : result.problems).map(
    (p) => `${p.code} ${p.file ?? '-'}:${p.line ?? '-'}:${p.column ?? '-'} ${p.message} | ${p.hint ?? ''}`,
  );
}

export const routes = (...lines: readonly string[]): Texts => ({
  'config/routes.yaml': ['routes:', ...lines, ''].join('\n'),
});

/** English and German. */
export const twoLocales = 'locales:\n  - { code: en, name: English }\n  - { code: de, name: Deutsch }\n';
