import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import type { SiteConfig } from '../config/types.ts';
import type { Json, SiteInfo } from '../contract.ts';
import { escapeHtml, jsonForScript } from '../lib/escape.ts';
import { forPackageManager } from '../lib/packages.ts';
import type { Plugin } from '../plugins/types.ts';
import { readSources } from '../sources/read.ts';
import { openStatCache } from '../sources/stat-cache.ts';
import { cmsConfig, editedCollections } from './config.ts';
import { cmsFiles } from './files.ts';
import { answerProxy } from './proxy.ts';

type Served = { readonly root: string; readonly site: SiteInfo };

type CmsSettings = Pick<Parameters<typeof cmsConfig>[0], 'path' | 'shownUrl' | 'isVisual'>;

/**
 * Returns the plugin that serves Decap CMS in development, on the files of the site. `options.path`: where, by default
 * `/admin`. `options.visual`: true to edit texts as they look.
 */
export default function cms(options: { readonly [key: string]: Json } = {}): Plugin {
  const path = typeof options.path === 'string' ? options.path : '/admin';
  return {
    name: 'cms',
    serve: {
      path,
      answer: async (request, served) => {
        const { base } = served.site;
        const name = decodeURIComponent(new URL(request.url).pathname.slice(base.length + path.length + 1));
        if (request.method === 'POST')
          return name === 'files' ? answerFiles(request, served) : textResponse(405, 'Only GET is answered here.');
        const folder = packageFolder(served.root);
        if (folder === null) return textResponse(404, missingPackage(served.root));
        if (name === '') return page(served.site, base + path);
        if (name === 'config.js') {
          const shownUrl = `${new URL(request.url).origin}${base}/`;
          return configResponse(served, { path, shownUrl, isVisual: options.visual === true });
        }
        if (name === 'start.js') return new Response(startScript, { headers: headersOf('js') });
        return packageFile(name, folder);
      },
    },
  };
}

/** Reads the configuration of the site as it is now; null while it has errors. */
function readConfig(root: string): SiteConfig | null {
  const config = resolveConfig(readSources(root, openStatCache(null, Date.now)));
  return config.ok ? config.value : null;
}

async function answerFiles(request: Request, { root }: Served): Promise<Response> {
  const config = readConfig(root);
  if (!config) return Response.json({ error: 'The configuration of the site has errors.' }, { status: 503 });
  const { allCodes: locales, default: defaultLocale } = config.locales;
  const body: unknown = await request.json().catch(() => null);
  return answerProxy(body, cmsFiles({ root, collections: editedCollections(config), locales, defaultLocale }));
}

function configResponse({ root, site }: Served, settings: CmsSettings): Response {
  const config = readConfig(root);
  if (!config) return textResponse(503, 'The configuration of the site has errors.');
  const text = jsonForScript(cmsConfig({ ...settings, config, site }));
  return new Response(`window.CMS_MANUAL_INIT = true;\nwindow.cmsConfig = ${text};\n`, {
    headers: headersOf('js'),
  });
}

const startScript = 'CMS.init({ config: window.cmsConfig });\n';

/** The editor loads nothing from elsewhere. It compiles its check of the configuration and writes style elements. */
const policy = [
  ["default-src 'self'", "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'", "style-src 'self' 'unsafe-inline'"],
  ["img-src 'self' blob: data:", "font-src 'self' data:", "connect-src 'self' blob: data:"],
  ["frame-ancestors 'self'", "base-uri 'self'", "form-action 'self'"],
]
  .flat()
  .join('; ');

function page(site: SiteInfo, path: string): Response {
  const scripts = ['config.js', 'decap-cms.js', 'start.js'].map(
    (name) => `<script src="${escapeHtml(`${path}/${name}`)}"></script>`,
  );
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(`Content · ${site.name}`)}</title>`,
    '</head>',
    `<body>${scripts.join('')}</body>`,
    '</html>',
    '',
  ];
  return new Response(lines.join('\n'), { headers: { ...headersOf('html'), 'Content-Security-Policy': policy } });
}

const missingPackage = (root: string): string =>
  forPackageManager(
    'The editor is not installed: run `npm install --save-dev decap-cms`, then load this page again.',
    root,
  );

/** Returns a file of the package `decap-cms`. */
function packageFile(name: string, folder: string): Response {
  const extension = /^[\w-]+(?:\.[\w-]+)*\.(js|css|wasm|map)$/.exec(name)?.[1];
  const file = extension === undefined ? null : join(folder, name);
  if (extension === undefined || file === null || !existsSync(file)) return textResponse(404, 'There is no such file.');
  return new Response(new Uint8Array(readFileSync(file)), { headers: headersOf(extension) });
}

/** Returns the folder of the editor's files in the package `decap-cms` that the site has installed, or null. */
function packageFolder(root: string): string | null {
  try {
    const folder = dirname(createRequire(join(root, 'package.json')).resolve('decap-cms/package.json'));
    return existsSync(folder) ? join(folder, 'dist') : null;
  } catch {
    return null;
  }
}

const types: { readonly [extension: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  wasm: 'application/wasm',
  map: 'application/json',
};

const headersOf = (extension: string): { readonly [name: string]: string } => ({
  'Content-Type': types[extension] ?? 'application/octet-stream',
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
});

const textResponse = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
