// sitegen on the corpus of the generators' benchmark. SITEGEN_DIR: this checkout, compiled.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const program = join(process.env.SITEGEN_DIR ?? process.cwd(), 'cli/dist/bin.js');
const state = { prefix: '' };

/** Pages of one locale, with the navigation and the footer that they share. */
function splitLocale(dir, corpus, locale) {
  const data = JSON.parse(readFileSync(join(corpus, 'locales', `${locale}.json`), 'utf8'));
  const folder = join(dir, 'data', locale);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'shell.json'), JSON.stringify({ nav: data.nav, footer: data.footer }));
  for (const [page, value] of Object.entries(data.pages))
    writeFileSync(join(folder, `${page}.json`), JSON.stringify(value));
}

function i18nConfig(dir, manifest) {
  const names = manifest.locales.map((code) => `  - { code: ${code}, name: ${code}, language: ${code} }`).join('\n');
  writeFileSync(join(dir, 'config/locales.yaml'), `default: en\nprefixDefault: true\nlocales:\n${names}\n`);
  const page = (slug) =>
    `  - { id: ${slug}, path: /${slug}, page: Marketing, locales: all, data: { page: { file: 'data/{locale}/${slug}.json' }, shell: { file: 'data/{locale}/shell.json' } } }`;
  const home = '  - { id: home, path: /, page: Home }';
  // The shared components link to posts without a prefix, which would be dead links.
  const rules = "rules:\n  /blog: { redirect: /en/blog }\n  '/blog/**': { redirect: /en/blog }\n";
  writeFileSync(
    join(dir, 'config/routes.yaml'),
    `routes:\n${[home, ...manifest.pages.map(page)].join('\n')}\n${rules}`,
  );
}

export default {
  install: false,
  shared: ['react', 'site/shared'],
  build: [process.execPath, program, 'build', '--json'],
  clean: ['dist', '.sitegen'],
  out: 'dist',
  postsDir: 'content/blog',
  postFile: (post) => `${post.slug}/en.md`,
  imagesDir: 'site/public/images',
  localesDir: 'corpus-locales',
  postHtml: (slug) => `${state.prefix}blog/${slug}/index.html`,
  pageHtml: (locale, page) => `${locale}/${page}/index.html`,
  sitemap: 'sitemap.xml',
  prepare: ({ dir, i18n, manifest, corpus }) => {
    state.prefix = i18n ? 'en/' : '';
    rmSync(join(dir, 'data'), { recursive: true, force: true });
    for (const locale of manifest.locales) {
      const folder = join(dir, 'locales', locale);
      rmSync(folder, { recursive: true, force: true });
      if (!i18n && locale !== 'en') continue;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'common.json'), JSON.stringify({ home: 'Home' }));
      if (i18n) splitLocale(dir, corpus, locale);
    }
    if (i18n) i18nConfig(dir, manifest);
  },
  dev: {
    cmd: (port) => [process.execPath, program, 'serve', '--port', String(port)],
    page: (slug) => `/blog/${slug}`,
  },
};
