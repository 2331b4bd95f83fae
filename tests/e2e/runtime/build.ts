import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { renderToString } from 'react-dom/server';
import { build, type Rolldown } from 'vite';
import type { BuildMeta, Message, PageAssets, PageModule, PagePayload } from '../../../cli/contract.ts';
import { bootScript } from '../../../cli/runtime/boot-script.ts';
import { createPageElement } from '../../../cli/runtime/server.tsx';
import { messages, type Source, sources } from './content.ts';
import { App } from './site/App.tsx';
import { site } from './site/info.ts';

/** URL path -> content. */
export type Files = ReadonlyMap<string, string>;

const pages = ['Home', 'Post', 'Tool', 'Refused', 'NotFound'] as const;
const folder = fileURLToPath(new URL('./site/', import.meta.url));
const inline = bootScript({ theme: site.theme });
const policy = `default-src 'self'; script-src 'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`;

/** Builds the fixture. Another name changes the boot bundle, as a deployment does. */
export async function buildFixture(name: string): Promise<Files> {
  const { output } = (await build({
    root: folder,
    base: `${site.base}/`,
    logLevel: 'error',
    configFile: false,
    // React's development build warns of hydration mismatches.
    define: { __BUILD__: JSON.stringify(name), 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['boot', ...pages].map((page) => `${folder}${page}.tsx`),
        preserveEntrySignatures: 'allow-extension',
      },
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map<string, string>();
  for (const file of output)
    files.set(`/sub/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source));
  const chunks = output.filter((file) => file.type === 'chunk');
  const entry = `/sub/${chunks.find((chunk) => chunk.name === 'boot')?.fileName}`;
  const assets = Object.fromEntries(pages.map((page) => [page, assetsOf(chunks, page)]));
  const hashes: [path: string, page: string, hash: string][] = [];
  for (const source of sources) {
    const { html, payload } = await renderPage(source, { entry, assets: assets[source.page] as PageAssets });
    const path = source.route.path === '/' ? '' : source.route.path;
    const json = JSON.stringify(payload);
    files.set(`/sub${path}/_payload.json`, json);
    files.set(`/sub${path}/index.html`, html);
    hashes.push([source.route.path, source.page, createHash('sha256').update(json).digest('hex').slice(0, 8)]);
  }
  files.set('/sub/builds/latest.json', JSON.stringify({ id: name, timestamp: 1 }));
  files.set(`/sub/builds/meta/${name}.json`, JSON.stringify(metaOf(name, assets, hashes)));
  for (const [locale, texts] of Object.entries(messages))
    files.set(`/sub/_i18n/${locale}/messages.json`, JSON.stringify({ [locale]: texts }));
  const icons = { served: { body: '<path d="M0 0h1"/>' }, late: { body: '<path d="M0 0h2"/>' } };
  files.set('/sub/_icons/set.json', JSON.stringify({ prefix: 'set', width: 24, height: 24, icons }));
  files.set('/sub/pixel.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>');
  return files;
}

function assetsOf(chunks: readonly Rolldown.OutputChunk[], page: string): PageAssets {
  const chunk = chunks.find((candidate) => candidate.name === page);
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss?: Set<string> } };
  return {
    chunk: `/sub/${chunk?.fileName}`,
    css: [...(viteMetadata?.importedCss ?? [])].map((file) => `/sub/${file}`),
    imports: (chunk?.imports ?? []).map((file) => `/sub/${file}`),
  };
}

async function renderPage(source: Source, code: { readonly entry: string; readonly assets: PageAssets }) {
  const module = (await import(`./site/${source.page}.tsx`)) as PageModule;
  const read = new Map<string, Message>();
  const texts = messages[source.route.locale] ?? {};
  const { page: _, title, ...rest } = source;
  const base: PagePayload = {
    ...rest,
    ...code,
    head: { title, tags: [['meta', { name: 'description', content: `About ${title}` }]] },
    messages: {},
  };
  const element = createPageElement({
    site,
    App,
    module,
    payload: base,
    messages: (key) => texts[key],
    onRead: (key) => texts[key] !== undefined && read.set(key, texts[key]),
    icon: () => ({ body: '<path d="M0 0h1"/>', width: 24, height: 24 }),
  });
  const app = renderToString(element);
  const payload = { ...base, messages: Object.fromEntries(read) };
  return { payload, html: documentOf(payload, app) };
}

function documentOf(payload: PagePayload, app: string): string {
  const locale = site.locales.find(({ code }) => code === payload.route.locale);
  const { body } = payload.props as { body?: unknown };
  const data = body ? { ...payload, props: { ...payload.props, body: { html: null } } } : payload;
  const styles = payload.assets.css.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return `<!doctype html><html lang="${locale?.language}" dir="${locale?.dir}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width">
<script>${inline}</script><title>${payload.head.title}</title>${styles}
<meta data-h name="description" content="About ${payload.head.title}"></head><body><div id="root">${app}</div>
<script type="application/json" id="sitegen-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module" src="${payload.entry}"></script></body></html>`;
}

function metaOf(id: string, pagesOf: BuildMeta['pages'], hashes: readonly (readonly string[])[]): BuildMeta {
  const sorted = hashes.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return {
    id,
    timestamp: 1,
    matcher: {
      static: {
        '/old': { redirect: { to: '/post/a', status: 301 } },
        '/away': { redirect: { to: 'https://elsewhere.example/x', status: 302 } },
      },
      wildcard: [['/**', { headers: { 'X-Test': '1' } }]],
    },
    pages: pagesOf,
    prerendered: sorted.map(([path = '']) => path),
    pageKeys: [...pages],
    pageOf: sorted.map(([, page]) => pages.indexOf(page as (typeof pages)[number])),
    hashes: sorted.map(([, , hash]) => hash).join(''),
  };
}
