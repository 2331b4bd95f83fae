// Keeps the pages of tools at hand, so that they work again without a network. Registered by a tool that was opened, as
// offline.js?build=<id>: another build starts an empty shelf and drops the old one.
const SHELF = `pages-${new URL(self.location.href).searchParams.get('build')}`;
const scope = new URL(self.registration.scope).pathname;

/** Named by their content, so what was stored never changes. */
const isAsset = (path) => path.startsWith(`${scope}assets/`);
/** Models have a store of their own; descriptions of builds must be new. */
const isLeft = (path) => path.endsWith('.onnx') || path.startsWith(`${scope}builds/`);

const keep = async (request, response) => {
  if (!response.ok || response.type !== 'basic') return;
  const shelf = await caches.open(SHELF);
  await shelf.put(request, response).catch(() => {});
};

async function fromNetwork(request) {
  try {
    const response = await fetch(request);
    void keep(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: SHELF, ignoreSearch: request.mode === 'navigate' });
    if (kept) return kept;
    throw error;
  }
}

async function fromShelf(request) {
  return (await caches.match(request, { cacheName: SHELF, ignoreVary: true })) ?? fromNetwork(request);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => /^pages-/.test(name) && name !== SHELF).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('range')) return;
  if (!url.pathname.startsWith(scope) || isLeft(url.pathname)) return;
  event.respondWith(isAsset(url.pathname) ? fromShelf(request) : fromNetwork(request));
});
// What a page had loaded before this worker came.
self.addEventListener('message', (event) => {
  const stock = async (address) => {
    const url = new URL(address, self.location.href);
    if (url.origin !== self.location.origin || isLeft(url.pathname)) return;
    const shelf = await caches.open(SHELF);
    if (await shelf.match(url.href)) return;
    await fetch(url.href).then((response) => keep(url.href, response), () => {});
  };
  if (Array.isArray(event.data)) event.waitUntil(Promise.all(event.data.map(stock)));
});
