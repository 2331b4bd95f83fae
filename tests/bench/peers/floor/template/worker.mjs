import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { load, requireOfSitegen } from './packages.mjs';

process.env.NODE_ENV = 'production';
const isNeeded = Boolean(process.env.FLOOR_NEEDED);
const { createElement, Fragment } = (await load('react')).default;
const { renderToString } = (await load('react-dom/server')).default;
const { default: remarkHtml } = await load('remark-html');
const { unified } = await load('unified');
const { parse: parseYaml } = await load('yaml');
// The faster of sitegen's two parsers, which gives the tree of remark-parse.
const { markdownToMdast } = requireOfSitegen('satteri');

/** Returns a handler that highlights code. */
async function codeHandler() {
  const { createLowlight, common } = await load('lowlight');
  const lowlight = createLowlight(common);
  return (_state, { value, lang }) => {
    const { children } = lang && lowlight.registered(lang) ? lowlight.highlight(lang, value) : { children: [] };
    const code = { type: 'element', tagName: 'code', properties: {}, children };
    return { type: 'element', tagName: 'pre', properties: {}, children: [code] };
  };
}

/** Returns the elements that may stay, with the classes of highlighted code. */
async function schemaWithClasses() {
  const { defaultSchema } = await load('hast-util-sanitize');
  return { ...defaultSchema, attributes: { ...defaultSchema.attributes, span: ['className'] } };
}

const handlers = isNeeded ? { code: await codeHandler() } : {};
const sanitize = isNeeded && (await schemaWithClasses());
const stringifier = unified().use(remarkHtml, { sanitize, handlers }).freeze();

/** Returns the HTML of a body. */
const htmlOf = (body) =>
  stringifier.stringify(stringifier.runSync(markdownToMdast(body, { features: { gfm: true, frontmatter: false } })));

const element = (type, ...children) => createElement(type, null, ...children);
const link = (href, label) => createElement('a', { href }, label);
const list = (items) => element('ul', ...items.map((item) => element('li', item)));

const Navigation = () =>
  createElement(
    'nav',
    { className: 'nav' },
    createElement('button', { type: 'button', 'aria-expanded': false }, 'Menu'),
    list(['Home', 'Blog', 'First', 'Second'].map((label) => link('/blog', label))),
  );

const Footer = () =>
  createElement(
    'footer',
    { className: 'footer' },
    ...[1, 2, 3, 4].map((column) =>
      element(
        'div',
        element('h3', `Column ${column}`),
        list([1, 2, 3, 4, 5].map((at) => link(`/blog/post-0000${at}`, `Footer link ${at}`))),
      ),
    ),
    element('p', 'All of this text is made up.'),
  );

const Page = ({ title, date, tags, html }) =>
  element(
    Fragment,
    element(Navigation),
    element(
      'main',
      element(
        'article',
        element('h1', title),
        element('time', String(date)),
        list(tags),
        createElement('div', { dangerouslySetInnerHTML: { __html: html } }),
      ),
    ),
    element(Footer),
  );

const head = (title) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>`;
const frontMatter = /^---\n(.*?)\n---\n/s;

/** Writes a page, with its payload where it is needed. */
function write(path, element, props) {
  const folder = join('dist', path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    `${head(props.title ?? props.page.title)}<body>${renderToString(element)}</body></html>`,
  );
  if (isNeeded) writeFileSync(join(folder, '_payload.json'), JSON.stringify({ props }));
}

for (const file of workerData.posts) {
  const source = readFileSync(join(process.env.FLOOR_CONTENT, file), 'utf8');
  const [all, yaml] = frontMatter.exec(source);
  const entry = parseYaml(yaml);
  const props = { ...entry, html: htmlOf(source.slice(all.length)) };
  write(join('blog', entry.slug), createElement(Page, props), props);
}

if (workerData.locales.length > 0) {
  await new Promise((resolve) => {
    parentPort.once('message', resolve);
  });
  const server = await import(pathToFileURL('server/page.mjs').href);
  for (const file of workerData.locales) {
    const { pages, nav, footer } = JSON.parse(readFileSync(join(process.env.FLOOR_LOCALES, file), 'utf8'));
    for (const [name, page] of Object.entries(pages)) {
      const props = { nav, page, footer };
      write(join(file.replace('.json', ''), name), createElement(server.Page, props), props);
    }
  }
}
