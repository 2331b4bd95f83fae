import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { home } from '../lib/home.ts';

/** Returns the URL by which a version of a module is imported: Node caches modules by URL. `key` identifies the version. */
export const versionUrl = (file: string, key: string): string => `${pathToFileURL(file).href}?${key.slice(0, 16)}`;

/**
 * The `resolve` hook of Node for modules that a version imports: they get the key of the version too. Packages in
 * `node_modules` keep their one instance, unless one of their own modules imports them, and so does the generator.
 */
const resolveHook = `
const home = ${JSON.stringify(pathToFileURL(`${home}/`).href)};
export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const key = /\\?[0-9a-f]{16}$/.exec(context.parentURL ?? '')?.[0];
  const isShared = resolved.url.startsWith(home) || (resolved.url.includes('/node_modules/') && !/^[.#]/.test(specifier));
  return key && !isShared && /^file:[^?]*$/.test(resolved.url) ? { ...resolved, url: resolved.url + key } : resolved;
}`;

/** URL without key -> the version that this thread has imported first. */
const firstVersions = new Map<string, string>();
let hasHook = false;

/** Imports a version of a plugin or loader. The modules that it imports are of the same version. */
export function importVersion(url: string): Promise<{ readonly default?: unknown }> {
  const file = url.split('?')[0] as string;
  const first = firstVersions.get(file) ?? url;
  firstVersions.set(file, first);
  // Most threads import one version only, and a hook takes 0.1 s to register.
  if (!hasHook && first !== url) {
    register(`data:text/javascript,${encodeURIComponent(resolveHook)}`);
    hasHook = true;
  }
  return import(url);
}
