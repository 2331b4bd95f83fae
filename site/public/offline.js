// Keeps the pages of tools at hand, so that they work again without a network. A tool page registers it as
// offline.js?build=<id>: another build starts an empty cache and drops the old one. With &isolate=1 it adds the headers
// of cross-origin isolation to documents and workers of a host that sends none: networks need them to use threads.
// In place of a page that is not kept, it shows which ones are.
const query = new URL(self.location.href).searchParams;
const CACHE = `pages-${query.get('build')}`;
const ISOLATION = query.get('isolate')
  ? { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
  : {};
const scope = new URL(self.registration.scope).pathname;

/** Named by their content, so what was stored never changes. */
const isAsset = (path) => path.startsWith(`${scope}assets/`);
/** Models have a store of their own; descriptions of builds must be new. */
const isLeft = (path) => path.endsWith('.onnx') || path.startsWith(`${scope}builds/`);
/** A document, or the data of a page, whose query is a time where the description of the build cannot be loaded. */
const isPage = ({ mode, url }) => mode === 'navigate' || /\/_payload\.json\?/.test(url);
/** A document, or the script of a worker: an isolated page may only start workers that have its headers. */
const isContext = ({ mode, destination }) => mode === 'navigate' || /^(iframe|worker|sharedworker)$/.test(destination);

const keep = async (request, response) => {
  if (!response.ok || response.type !== 'basic') return;
  const cache = await caches.open(CACHE);
  await cache.put(request, response).catch(() => {});
};

/** Key of the words of the list of kept pages, in the language of the page that sent them. */
const WORDS = `${scope}offline-words.json`;

const asText = (html) => html.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Links to the kept pages, by their titles. */
async function links(cache) {
  const found = new Map();
  for (const { url } of await cache.keys()) {
    const response = await cache.match(url);
    if (!response?.headers.get('content-type')?.startsWith('text/html')) continue;
    const [, title] = /<title[^>]*>([^<]+)/.exec(await response.text()) ?? [];
    if (title) found.set(new URL(url).pathname, `<li><a href="${asText(url)}">${title}</a></li>`);
  }
  return [...found.values()].join('');
}

/** The list of kept pages; null if no page sent its words. */
async function list() {
  const cache = await caches.open(CACHE);
  const words = await (await cache.match(WORDS))?.json();
  if (!words) return null;
  const html = `<!doctype html><html lang="${asText(words.language)}" dir="${asText(words.dir)}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${asText(words.title)}</title>
<style>:root{color-scheme:dark;background:#120c0a;color:#f7f0e6;font:1.125rem/1.6 system-ui,sans-serif}
:root[data-theme=light]{color-scheme:light;background:#f5eee3;color:#221612}
body{max-width:34rem;margin:12vh auto;padding:0 1.25rem}h1{font:500 2rem/1.2 ui-serif,Georgia,serif}
ul{list-style:none;padding:0;border-block-start:1px solid #8886}li{border-block-end:1px solid #8886}
a{display:block;padding:.75rem 0;color:inherit;text-underline-offset:.2em}</style>
<script>try{const{theme}=localStorage;if(theme==='light'||(theme==='system'&&matchMedia('(prefers-color-scheme: light)').matches))document.documentElement.dataset.theme='light'}catch{}</script>
<main><h1>${asText(words.title)}</h1><p>${asText(words.text)}</p><ul>${await links(cache)}</ul>
<p><a href="">${asText(words.retry)}</a></p></main></html>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function fromNetwork(request) {
  try {
    const response = await fetch(request);
    void keep(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE, ignoreSearch: isPage(request) });
    const shown = kept ?? (request.mode === 'navigate' && (await list()));
    if (shown) return shown;
    throw error;
  }
}

async function fromCache(request) {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fromNetwork(request);
}

/** The response with the headers of isolation that it lacks. */
function isolated(response) {
  const missing = Object.entries(ISOLATION).filter(([name]) => !response.headers.has(name));
  if (missing.length === 0 || response.type !== 'basic') return response;
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers: [...response.headers, ...missing] });
}

async function answer(request) {
  const response = await (isAsset(new URL(request.url).pathname) ? fromCache(request) : fromNetwork(request));
  return isContext(request) ? isolated(response) : response;
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => /^pages-/.test(name) && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('range')) return;
  if (!url.pathname.startsWith(scope) || isLeft(url.pathname)) return;
  event.respondWith(answer(request));
});
// What a page had loaded before this worker came, or the words of the list of kept pages.
self.addEventListener('message', (event) => {
  const stock = async (address) => {
    const url = new URL(address, self.location.href);
    if (url.origin !== self.location.origin || isLeft(url.pathname)) return;
    const cache = await caches.open(CACHE);
    if (await cache.match(url.href)) return;
    await fetch(url.href).then((response) => keep(url.href, response), () => {});
  };
  const keepWords = async (words) => (await caches.open(CACHE)).put(WORDS, new Response(JSON.stringify(words))).catch(() => {});
  event.waitUntil(Array.isArray(event.data) ? Promise.all(event.data.map(stock)) : keepWords(event.data));
});
