/** Content types by lower-case file extension. Texts are UTF-8. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
  txt: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  vtt: 'text/vtt; charset=utf-8',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  wasm: 'application/wasm',
  pdf: 'application/pdf',
  md: 'text/markdown; charset=utf-8',
  map: 'application/json',
  zip: 'application/zip',
  gz: 'application/gzip',
};

/** Content types of feeds by file name, since their extensions are those of other types. */
const feedTypes: Readonly<Record<string, string>> = {
  'rss.xml': 'application/rss+xml; charset=utf-8',
  'atom.xml': 'application/atom+xml; charset=utf-8',
  'feed.json': 'application/feed+json; charset=utf-8',
};

/**
 * Returns the content type of a file from its name: that of a feed, or else that of its extension.
 * `application/octet-stream` for unknown extensions.
 */
export function contentType(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return feedTypes[name] ?? types[extension] ?? 'application/octet-stream';
}
