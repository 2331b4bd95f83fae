import { describe, expect, it } from 'vitest';
import { problemsOf, routes, twoLocales } from './site-of.ts';

describe('resolveConfig, problems between files', () => {
  it('reports all problems together, including those of the schemas', () => {
    const problems = problemsOf({
      'config/locales.yaml': twoLocales,
      ...routes(
        '  - { id: home, path: /, page: Home, seoo: home.seo }',
        '  - { id: about, path: /about, page: Abuot }',
        '  - { id: about, path: /about/, page: About, locales: [en, dee] }',
        '  - { id: broken }',
        '  - { id: german, path: /de, page: About }',
      ),
      'site/pages/About.tsx': '',
      'config/navigation.yaml': '- { name: about, path: /abot }\n',
    });
    expect(problems).toEqual([
      'CONFIG_UNKNOWN_KEY config/routes.yaml:2:38 `routes[0].seoo` is not a known key. | Did you mean `seo`?',
      'CONFIG_MISSING_KEY config/routes.yaml:5:5 `routes[3].path` is missing. | Path without locale and base, such as `/about`.',
      'CONFIG_DUPLICATE_ID config/routes.yaml:4:11 The id `about` is used by two routes: `/about` and `/about`. | Give one of them another id.',
      'CONFIG_UNKNOWN_LOCALE config/routes.yaml:4:60 There is no locale `dee`. | Did you mean `de`?',
      'CONFIG_NO_PAGE config/routes.yaml:3:38 The page `Abuot` does not exist: there is no site/pages/Abuot.tsx. | Did you mean `About`?',
      'CONFIG_PATH_CLASH config/routes.yaml:4:24 Two pages have the path `/about`: the route `about` (config/routes.yaml:3) and the route `about`. | Give one of them another path.',
      'CONFIG_PATH_CLASH config/routes.yaml:6:25 Two pages have the path `/de`: the route `home` (config/routes.yaml:2) and the route `german`. | Give one of them another path.',
    ]);
  });

  it('warns of a not-found page that nothing names', () => {
    const files = { 'site/pages/NotFound.tsx': '' };
    expect(problemsOf({ ...routes('  - { id: a, path: /about, page: Home }'), ...files })).toEqual([
      'CONFIG_NO_NOT_FOUND config/routes.yaml:1:1 There is a page `NotFound`, but no `notFound` that names it, so the site has no page for addresses that do not exist. | Add `notFound: { page: NotFound, seo: notFound.seo }`.',
    ]);
    expect(problemsOf({ ...routes('  - { id: a, path: /about, page: NotFound }'), ...files })).toEqual([]);
  });

  it('warns of paths that differ only in case', () => {
    const lines = ['  - { id: a, path: /about, page: Home }', '  - { id: b, path: /About, page: Home }'];
    expect(problemsOf(routes(...lines))).toEqual([
      'CONFIG_PATH_CASE config/routes.yaml:3:20 `/About` and `/about` differ only in case: the route `a` (config/routes.yaml:2) and the route `b`. | Give one of them another path: some file systems do not distinguish case.',
    ]);
  });

  it('allows the same path in different locales', () => {
    const lines = [
      '  - { id: a, path: /x, page: Home, locales: [en] }',
      '  - { id: b, path: /x, page: Home, locales: [de] }',
    ];
    expect(problemsOf({ 'config/locales.yaml': twoLocales, ...routes(...lines) })).toEqual([]);
  });

  it('reports a missing file, page, template and folder', () => {
    const collection =
      "collections:\n  blog: { from: content/bolg, path: '/blog/{slug}', template: Psot, fields: { title: { type: string } } }\n";
    const problems = problemsOf({
      'config/content.yaml': collection,
      'content/blog/a/en.md': '',
      'templates/Post.tsx': '',
      ...routes('  - { id: home, path: / }', 'notFound: { page: Missing }'),
    });
    expect(problems).toEqual([
      'CONFIG_NO_PAGE config/routes.yaml:2:5 The route `home` has neither a page nor a redirect. | Add `page`, the name of a component file in site/pages, or `redirect`.',
      'CONFIG_NO_PAGE config/routes.yaml:3:19 The page `Missing` does not exist: there is no site/pages/Missing.tsx. | Create site/pages/Missing.tsx with an exported component `Page`.',
      'CONFIG_NO_TEMPLATE config/content.yaml:2:63 The template `Psot` does not exist: there is no templates/Psot.tsx. | Did you mean `Post`?',
      'CONFIG_NO_CONTENT config/content.yaml:2:17 The collection `blog` has no entries: content/bolg is empty. | Did you mean `content/blog`?',
      'CONFIG_FIELD_CLASH config/content.yaml:2:79 Every entry has the field `title` already. | Remove it, or choose another name.',
      'CONTENT_NOT_READ content/blog/a/en.md:-:- content/blog/a/en.md belongs to no collection. | Move it to the folder of a collection, or add a collection to config/content.yaml.',
    ]);
    const result = problemsOf({ 'config/site.yaml': 'name: A\n', 'config/route.yaml': '' });
    expect(result).toContain(
      'CONFIG_MISSING_KEY config/site.yaml:1:1 `url` is missing. | Origin without a path, such as `https://example.org`.',
    );
  });

  it('suggests the directive of a policy that was meant', () => {
    const result = problemsOf({
      'config/site.yaml':
        'name: A\nurl: https://a.example\nsecurity: { directives: { frame-scr: [https://b.example] } }\n',
    });
    expect(result).toEqual([
      'CONFIG_UNKNOWN_KEY config/site.yaml:3:27 `security.directives.frame-scr` is not a known key. | Did you mean `frame-src`?',
    ]);
  });

  it('warns of data beside entries that has another ending than they have', () => {
    const result = problemsOf({
      'config/content.yaml': 'collections: { team: { from: content/team/*.yaml } }\n',
      'content/team/ada.yaml': 'title: Ada\n',
      'content/team/ben.json': '{ "title": "Ben" }',
      'content/team/ben.txt': 'a note',
      'content/plans/next.json': '{}',
    });
    expect(result).toEqual([
      'CONTENT_NOT_READ content/team/ben.json:-:- content/team/ben.json is not read: its collection reads content/team/*.yaml. | Rename it, or write `from: content/team/*.{json,yaml,yml}`.',
    ]);
  });

  it('says how to write a path with backslashes, and nothing about what it leads to', () => {
    const result = problemsOf({
      'config/site.yaml': 'name: A\nurl: https://a.example\noutput: { dir: out\\site }\nplugins: [.\\plugins\\x.mjs]\n',
      ...routes('  - { id: a, path: "/a", page: "sub\\\\A", data: { x: { file: "data\\\\x.json" } } }'),
      'config/content.yaml':
        'collections:\n  blog:\n    from: content\\blog\n    path: /blog/{slug}\n    template: sub\\Post\n',
    });
    expect(result.map((one) => one.split(' | ')[1])).toEqual(
      ['out/site', './plugins/x.mjs', 'sub/A', 'data/x.json', 'content/blog', 'sub/Post'].map(
        (path) => `Write \`${path}\`: paths of a site have \`/\` on every system.`,
      ),
    );
  });

  it('warns of a file that is not read', () => {
    const texts = { 'config/naviagtion.yaml': '[]', 'config/locales.yml': '', 'config/tools.yaml': 'a: 1' };
    expect(problemsOf(texts)).toEqual([
      'CONFIG_FILE_NAME config/naviagtion.yaml:-:- config/naviagtion.yaml is not read. | Did you mean `config/navigation.yaml`?',
      'CONFIG_FILE_NAME config/locales.yml:-:- config/locales.yml is not read. | Did you mean `config/locales.yaml`?',
    ]);
  });

  it('reports a locale without messages if the site uses messages', () => {
    const yaml = `${twoLocales}  - { code: zh, name: 中文, fallback: [de, xx, zh] }\n  - { code: de, name: D }\n`;
    const problems = problemsOf({
      'config/locales.yaml': yaml,
      'locales/en/common.json': '{}',
      'locales/zh-CN/a.json': '{}',
    });
    expect(problems).toEqual([
      'CONFIG_UNKNOWN_LOCALE config/locales.yaml:4:42 There is no locale `xx`. | The locales are en, de, zh, de.',
      'CONFIG_FALLBACK_LOOP config/locales.yaml:4:46 The locale `zh` falls back to itself. | Remove it from `fallback`.',
      'CONFIG_DUPLICATE_LOCALE config/locales.yaml:5:13 There are two locales `de`. | Remove one of them.',
      'CONFIG_NO_MESSAGES config/locales.yaml:3:13 The locale `de` has no messages: there is no locales/de/*.json. | Create locales/de/common.json, or remove the locale from config/locales.yaml.',
      'CONFIG_NO_MESSAGES config/locales.yaml:4:13 The locale `zh` has no messages: there is no locales/zh/*.json. | There is a folder locales/zh-CN: rename it, or change the code.',
      'CONFIG_NO_MESSAGES config/locales.yaml:5:13 The locale `de` has no messages: there is no locales/de/*.json. | Create locales/de/common.json, or remove the locale from config/locales.yaml.',
      'CONFIG_SPARE_MESSAGES config/locales.yaml:-:- The folder locales/zh-CN does not belong to a locale. | Add the locale to config/locales.yaml, or delete the folder.',
    ]);
    expect(problemsOf({ 'config/locales.yaml': twoLocales })).toEqual([]);
    expect(problemsOf(routes('  - { id: home, path: /, page: Home, seo: home.seo }'))[0]).toMatch(
      /^CONFIG_NO_MESSAGES/,
    );
  });

  it('reports navigation entries without a valid target', () => {
    const problems = problemsOf({
      ...routes('  - { id: home, path: /, page: Home }', '  - { id: about, path: /about, page: Home }'),
      'config/content.yaml':
        "collections: { blog: { from: content/blog, path: '/blog/{slug}', template: P, list: { path: /blog, template: P } } }",
      'templates/P.tsx': '',
      'content/blog/a/en.md': '',
      'site/public/report.pdf': '',
      'config/navigation.yaml': [
        '- { name: about, path: /abuot }',
        '- { name: blog, path: /blog/#top, contents: [{ name: post, path: /blog/a }, { name: about, path: /blog/page/2 }] }',
        '- { name: out, path: "https://example.com/x" }',
        '- { name: insecure, path: "http://example.com/x" }',
        '- { name: nothing }',
        '- { name: file, path: /report.pdf }',
        '',
      ].join('\n'),
    });
    expect(problems).toEqual([
      'CONFIG_INVALID_VALUE config/navigation.yaml:4:27 `[3].path` is `http://example.com/x`: it must be a path that starts with `/`, or an absolute `https:` URL. | Path without locale prefix, or an absolute `https:` URL.',
      'CONFIG_UNKNOWN_PATH config/navigation.yaml:1:24 No route or collection has the path `/abuot`. | Did you mean `/about`?',
      'CONFIG_DUPLICATE_NAME config/navigation.yaml:2:85 The navigation has two entries named `about`. | Rename one of them.',
      'CONFIG_EMPTY_ENTRY config/navigation.yaml:4:3 The entry `insecure` has no target. | Add `path`, or `contents` for a group.',
      'CONFIG_EMPTY_ENTRY config/navigation.yaml:5:3 The entry `nothing` has no target. | Add `path`, or `contents` for a group.',
    ]);
  });

  it('reports an unknown key at any depth of the navigation', () => {
    const yaml = '- name: a\n  contents:\n    - name: b\n      contents: [{ name: c, paht: / }]\n';
    expect(problemsOf({ 'config/navigation.yaml': yaml })[0]).toBe(
      'CONFIG_UNKNOWN_KEY config/navigation.yaml:4:29 `[0].contents[0].contents[0].paht` is not a known key. | Did you mean `path`?',
    );
  });

  it('reports data that does not exist', () => {
    const data = (query: string) =>
      problemsOf(routes(`  - { id: home, path: /, page: Home, data: { x: ${query} } }`)).join();
    expect(data('{ collection: blog }')).toContain('There is no collection `blog`.');
    expect(data('{ file: data/a.json }')).toContain('There is no file data/a.json.');
    expect(data("{ file: '../a.json' }")).toContain('must be a JSON, YAML or CSV file below `data/`');
    expect(data('{ config: custom.a.b }')).toContain('config/site.yaml has no value at `custom.a.b`.');
    expect(data('{ config: custom.a, file: data/a.json }')).toContain('this one has both `file` and `config`');
    expect(data('{ config: custom.a, limit: 3 }')).toContain('require `collection`');
    expect(data('{}')).toContain('this one has none');
  });

  it('reports an invalid option of the command line', () => {
    const options = { siteUrl: 'example.org', base: 'sub', out: 'site/dist', locales: ['dee'] };
    expect(problemsOf({ 'config/locales.yaml': twoLocales }, options)).toEqual([
      'CONFIG_OPTION -:-:- The site URL `example.org` must be an origin such as `https://example.org`. Put a path into `base`. | ',
      "CONFIG_OPTION -:-:- The base `sub` must be `''` or a path such as `/sub`. | ",
      'CONFIG_OPTION -:-:- The output folder `site/dist` would overwrite sources. | ',
      'CONFIG_OPTION -:-:- There is no locale `dee` to build. | Did you mean `de`?',
    ]);
    const out = (dir: string) => problemsOf({}, { out: dir }).length;
    expect(['.', '..', '', '/', 'content', '/site', '/site/config/x', 'public/../site'].map(out)).toEqual(
      Array(8).fill(1),
    );
    expect(['dist', '../out', '/tmp/out', '/site/build'].map(out)).toEqual([0, 0, 0, 0]);
  });
});

describe('resolveConfig, redirects', () => {
  const rules = (...lines: readonly string[]) =>
    problemsOf(routes('  - { id: home, path: /, page: Home }', 'rules:', ...lines));

  it('reports loops of any length', () => {
    expect(
      rules(
        '  /a: { redirect: /b }',
        '  /b: { redirect: /c#top }',
        '  /c: { redirect: https://example.org/a/ }',
        '  /d: { redirect: /a }',
      ),
    ).toEqual([
      'CONFIG_REDIRECT_LOOP config/routes.yaml:4:3 These redirects form a loop: `/a` to `/b` to `/c` to `/a`. | Redirect one of them to a page.',
    ]);
    expect(rules('  /a: { redirect: /a/ }')[0]).toContain('`/a` redirects to itself.');
    expect(rules('  /old/**: { redirect: /old/new }')[0]).toContain(
      '`/old/**` redirects to `/old/new`, which it matches itself',
    );
    expect(rules('  /old/**: { redirect: /a }', '  /a: { redirect: /old/b }')[0]).toContain(
      '`/old/**` to `/a` to `/old/**`',
    );
  });

  it('includes the redirects of routes and of the root in loops', () => {
    const lines = ['  - { id: home, path: /, page: Home }', '  - { id: old, path: /old, redirect: / }'];
    expect(
      problemsOf({ ...routes(...lines), 'config/site.yaml': 'name: A\nurl: https://a.org\nrootRedirect: /old\n' }),
    ).toEqual([
      'CONFIG_REDIRECT_LOOP config/site.yaml:3:15 These redirects form a loop: `/` to `/old` to `/`. | Redirect one of them to a page.',
    ]);
  });

  it('allows a page, a file and another site as target', () => {
    expect(
      rules('  /a: { redirect: /b }', '  /b: { redirect: / }', '  /c/**: { redirect: "https://example.com/c" }'),
    ).toEqual([]);
    expect(rules('  /old/**: { redirect: /old/new }', '  /old/new: { redirect: / }')).toEqual([]);
  });

  it('warns of a target without a page', () => {
    expect(rules('  /a: { redirect: /missing }')).toEqual([
      'CONFIG_REDIRECT_TARGET config/routes.yaml:4:3 There is no page at `/missing`. | Redirect to a path of config/routes.yaml.',
    ]);
  });

  it('allows `*` for a segment and for a part of one, as every matcher of rules does', () => {
    expect(rules('  /old/*: { redirect: / }', '  /post-*: { redirect: / }', '  /**/x*y: { redirect: / }')).toEqual([]);
  });

  it('requires valid globs, `**` as a whole segment, and one redirect per path', () => {
    expect(rules('  docs/**: {}', '  /a**: {}', '  /b?: {}').map((p) => p.split(' | ')[0])).toEqual([
      'CONFIG_BAD_GLOB config/routes.yaml:4:3 The rule `docs/**` must start with `/` and contain no spaces, `?`, `#`, braces or empty segments.',
      'CONFIG_BAD_GLOB config/routes.yaml:5:3 The rule `/a**` has text beside `**` in `a**`: `**` must be a whole segment, such as in `/docs/**`.',
      'CONFIG_BAD_GLOB config/routes.yaml:6:3 The rule `/b?` must start with `/` and contain no spaces, `?`, `#`, braces or empty segments.',
    ]);
    expect(rules('  /a%2A: {}')).toEqual([expect.stringContaining('The rule `/a%2A` contains `%2A`: a rule cannot')]);
    expect(rules('  /a: { redirect: / }', '  /a/: { redirect: /b }')[0]).toMatch(
      /^CONFIG_REDIRECT_CLASH config\/routes.yaml:5:3/,
    );
    for (const target of ['javascript:alert(1)', '//evil.org', 'about', '/a/**', '"data:text/html,x"']) {
      expect(rules(`  /a: { redirect: ${target} }`)[0]).toMatch(
        /^CONFIG_INVALID_VALUE config\/routes.yaml:4:19 .*must be a path that starts/,
      );
    }
  });
});
