import { describe, expect, it } from 'vitest';
import { minimal, problemsOf, routes } from './site-of.ts';

const site = (...lines: readonly string[]) => ({
  'config/site.yaml': ['name: A', 'url: https://a.org', ...lines, ''].join('\n'),
});

describe('the schemas of config files', () => {
  it.each([
    [
      'theme: drak',
      'CONFIG_INVALID_VALUE config/site.yaml:3:8 `theme` must be `light`, `dark` or `system`, not `drak`. | Did you mean `dark`?',
    ],
    [
      'theme:',
      'CONFIG_INVALID_VALUE config/site.yaml:3:1 `theme` has no value: it must be `light`, `dark` or `system`. | Theme of the first visit.',
    ],
    ['them: dark', 'CONFIG_UNKNOWN_KEY config/site.yaml:3:1 `them` is not a known key. | Did you mean `theme`?'],
    [
      'feeds: { atom: true }',
      'CONFIG_UNKNOWN_KEY config/site.yaml:3:10 `feeds.atom` is not a known key. | Keys allowed here: `limit`, `content`.',
    ],
    [
      'output: { dir: ../x }',
      'CONFIG_INVALID_VALUE config/site.yaml:3:16 `output.dir` is `../x`: it must be a folder below the root that contains no sources, such as `dist`. | Folder of the built site, below the root. A build replaces what earlier builds wrote there.',
    ],
    [
      'builds: { pollSeconds: often }',
      'CONFIG_INVALID_VALUE config/site.yaml:3:24 `builds.pollSeconds` must be a whole number, not `often`. | Seconds between two checks for a newer build, in open pages. 0: never.',
    ],
    [
      'builds: { pollSeconds: -1 }',
      'CONFIG_INVALID_VALUE config/site.yaml:3:24 `builds.pollSeconds` is the number `-1`: it must be at least 0. | Seconds between two checks for a newer build, in open pages. 0: never.',
    ],
    [
      'api: { timeoutMs: 0 }',
      'CONFIG_INVALID_VALUE config/site.yaml:3:19 `api.timeoutMs` is the number `0`: it must be more than 0. | Milliseconds after which a request is aborted.',
    ],
    [
      'custom: [1]',
      'CONFIG_INVALID_VALUE config/site.yaml:3:9 `custom` must be a map of keys, not a list. | Values of your own. Pages receive them unchanged.',
    ],
  ])('%s', (line, expected) => {
    expect(problemsOf(site(line))).toEqual([expected]);
  });

  it('report the alternative of a union that the author most likely meant', () => {
    const route = (text: string) => problemsOf(routes(`  - { id: home, path: /, page: Home, ${text} }`));
    expect(route('locales: al')).toEqual([
      'CONFIG_INVALID_VALUE config/routes.yaml:2:47 `routes[0].locales` must be `all`, `none` or a list, not `al`. | Did you mean `all`?',
    ]);
    expect(route('locales: [EN]')[0]).toContain(
      '`routes[0].locales[0]` is `EN`: it must be a locale code such as `de` or `pt-br`.',
    );
    expect(route('redirect: { too: / }').map((p) => p.split(' | ')[0])).toEqual([
      'CONFIG_MISSING_KEY config/routes.yaml:2:48 `routes[0].redirect.to` is missing.',
      'CONFIG_UNKNOWN_KEY config/routes.yaml:2:50 `routes[0].redirect.too` is not a known key.',
    ]);
    expect(route('redirect: { to: /, status: 300 }')[0]).toContain(
      'must be `301`, `302`, `303`, `307` or `308`, not the number `300`.',
    );
  });

  it('refuse invalid paths', () => {
    for (const path of ['about', '//a', '/a//b', '/a/../b', '/a b', '/a?b', '/{a}', '/a*', '/%2e']) {
      expect(problemsOf(routes(`  - { id: home, path: '${path}', page: Home }`))[0]).toMatch(
        /^CONFIG_INVALID_VALUE config\/routes.yaml:2:23/,
      );
    }
    expect(problemsOf(routes('  - { id: home, path: /über-uns/日本語/v1.0, page: Home }'))).toEqual([]);
  });

  it('allow every file except site.yaml to be missing', () => {
    const { 'config/site.yaml': _, ...rest } = minimal;
    const texts: Record<string, string> = { ...rest };
    expect(problemsOf({ ...texts, 'config/site.yaml': '' })).toHaveLength(2);
    expect(problemsOf({ 'config/routes.yaml': '', 'config/navigation.yaml': '# nothing\n' })).toEqual([]);
  });
});
