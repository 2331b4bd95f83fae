// Not a generator, but a bound from below: what every generator with remark-html and React does for each post, and nothing
// else. No generator on these libraries can be faster on this corpus. `floor` alone: front matter, Markdown, the page, one
// file. `floor:needed` adds what sitegen's sites cannot do without: sanitised text, highlighted code, a payload for each
// page, and a bundle by Vite for hydration; still without a plan, languages, feeds, search, checks and a record.
import { join } from 'node:path';

const env = { SITEGEN_DIR: process.env.SITEGEN_DIR ?? process.cwd(), FLOOR_CONTENT: 'content/posts' };

export default {
  install: false,
  build: [process.execPath, 'build.mjs'],
  env,
  variants: { needed: { env: { ...env, FLOOR_NEEDED: '1' } } },
  clean: ['dist'],
  out: 'dist',
  postHtml: (slug) => join('blog', slug, 'index.html'),
};
