import { createRequire, register } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { home } from '../lib/home.ts';
import { suspendHandler } from '../lib/interrupt.ts';

/** Returns the URL by which a version of a module is imported: Node caches modules by URL. `key` identifies the version. */
export const versionUrl = (file: string, key: string): string => `${pathToFileURL(file).href}?${key.slice(0, 16)}`;

/**
 * The hooks of Node for modules that a version imports: they get the key of the version too; `t` is that of settings that
 * Vite imports. Packages in `node_modules` keep their one instance, unless one of their own modules imports them, and so
 * does the generator. With its source, Node evaluates a CommonJS module by its URL too.
 */
const hooks = `
import { readFileSync } from 'node:fs';
const home = ${JSON.stringify(pathToFileURL(`${home}/`).href)};
const version = /\\?(?:[0-9a-f]{16}|t=\\d+)$/;
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const key = version.exec(context.parentURL ?? '')?.[0];
  const isShared = resolved.url.startsWith(home) || (resolved.url.includes('/node_modules/') && !/^[.#]/.test(specifier));
  return key && !isShared && /^file:[^?]*$/.test(resolved.url) ? { ...resolved, url: resolved.url + key } : resolved;
}
export async function load(url, context, next) {
  const loaded = await next(url, context);
  return loaded.format === 'commonjs' && version.test(url) ? { ...loaded, source: readFileSync(new URL(url)) } : loaded;
}`;

/** URL without key -> the version that this thread has imported first. */
const firstVersions = new Map<string, string>();
let hasHooks = false;

/** Imports a version of a plugin or loader. The modules that it imports are of the same version. */
export function importVersion(url: string): Promise<{ readonly default?: unknown }> {
  const file = url.split('?')[0] as string;
  const first = firstVersions.get(file) ?? url;
  firstVersions.set(file, first);
  // Most threads import one version only, and hooks take 0.1 s to register.
  if (first !== url) allowVersions();
  return import(url);
}

/**
 * Lets this thread import modules of the site in another version. CommonJS modules of the site leave the cache of Node,
 * which has one version of each; those of packages and of the generator stay.
 */
export function allowVersions(): void {
  if (!hasHooks) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  hasHooks = true;
  const { cache } = createRequire(import.meta.url);
  for (const file of Object.keys(cache))
    if (!file.includes(`${sep}node_modules${sep}`) && !file.startsWith(home + sep)) delete cache[file];
}

/** Milliseconds after which code of a site that is imported or loads entries is reported as late. */
export const MAX_CODE_MS = 60_000;

/**
 * Runs code of a site; rejects if its result does not settle in time. The signal then aborts with the same error, so that
 * code which passes it on fails with it too. SIGINT and SIGTERM end the process meanwhile: nothing is to be undone before the
 * site is planned.
 */
export function inTime<T>(run: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = new Promise<never>((_, reject) =>
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason)),
  );
  const timer = setTimeout(
    () => abort.abort(new Error(`it returned nothing within ${MAX_CODE_MS / 1000} s.`)),
    MAX_CODE_MS,
  );
  const resumeHandler = suspendHandler();
  const running = (async () => run(abort.signal))();
  return Promise.race([running, late]).finally(() => {
    clearTimeout(timer);
    resumeHandler();
  });
}
