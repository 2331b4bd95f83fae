// Keeps the pages of tools at hand, so that they work again without a network. A tool page registers it as
// offline.js?build=<id>: another build starts an empty cache and drops the old one. With &isolate=1 it adds the headers
// of cross-origin isolation to documents and workers of a host that sends none: networks need them to use threads.
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
/** A document, or the script of a worker: an isolated page may only start workers that have its headers. */
const isContext = ({ mode, destination }) => mode === 'navigate' || /^(iframe|worker|sharedworker)$/.test(destination);

const keep = async (request, response) => {
  if (!response.ok || response.type !== 'basic') return;
  const cache = await caches.open(CACHE);
  await cache.put(request, response).catch(() => {});
};

async function fromNetwork(request) {
  try {
    const response = await fetch(request);
    void keep(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: CACHE, ignoreSearch: request.mode === 'navigate' });
    if (kept) return kept;
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
// What a page had loaded before this worker came.
self.addEventListener('message', (event) => {
  const stock = async (address) => {
    const url = new URL(address, self.location.href);
    if (url.origin !== self.location.origin || isLeft(url.pathname)) return;
    const cache = await caches.open(CACHE);
    if (await cache.match(url.href)) return;
    await fetch(url.href).then((response) => keep(url.href, response), () => {});
  };
  if (Array.isArray(event.data)) event.waitUntil(Promise.all(event.data.map(stock)));
});
