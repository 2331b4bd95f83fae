// Not a generator, but a bound from below: what every generator with remark-html and React does for each post, and nothing
// else. No generator on these libraries can be faster on this corpus. `floor` alone: front matter, Markdown, the page, one
// file. `floor:needed` adds what sitegen's sites cannot do without: sanitised text, highlighted code, a payload for each
// page, and a bundle by Vite for hydration; still without a plan, feeds, search, checks and a record. Of the corpus in 15
// languages it renders each page with React, from a bundle for the server, in both variants.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const env = {
  SITEGEN_DIR: process.env.SITEGEN_DIR ?? process.cwd(),
  FLOOR_CONTENT: 'content/posts',
  FLOOR_LOCALES: 'content/locales',
};

export default {
  install: false,
  shared: ['react', 'shared'],
  build: [process.execPath, 'build.mjs'],
  env,
  variants: { needed: { env: { ...env, FLOOR_NEEDED: '1' } } },
  prepare: ({ dir }) => {
    // The bundles import React by its name.
    const require = createRequire(join(env.SITEGEN_DIR, 'cli/package.json'));
    const packages = join(dir, 'node_modules');
    rmSync(packages, { recursive: true, force: true });
    mkdirSync(packages);
    for (const name of ['react', 'react-dom'])
      symlinkSync(dirname(require.resolve(`${name}/package.json`)), join(packages, name));
  },
  clean: ['dist', 'server'],
  out: 'dist',
  postHtml: (slug) => join('blog', slug, 'index.html'),
  pageHtml: (locale, page) => join(locale, page, 'index.html'),
};
