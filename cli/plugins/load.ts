import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PluginOption, Plugin as VitePlugin } from 'vite';
import type { SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { forPackageManager } from '../lib/packages.ts';
import { fail, ok, type Result, settle } from '../report/result.ts';
import type { SourceTree } from '../sources/tree.ts';
import { parseYaml } from '../sources/yaml.ts';
import { importVersion, inTime, versionUrl } from './import.ts';
import { codeKey } from './installed.ts';
import { type ImportedModule, type Location, memberLocation, moduleLocation } from './location.ts';
import { partProblems } from './parts.ts';
import type { Plugin, PluginModule } from './types.ts';

type Setting = SiteConfig['site']['plugins'][number];

/** The plugins of a site before they are loaded. Plain data, which workers receive. */
export type PluginList = {
  /** Hash of everything that the plugins can depend on: their files, packages and options. `''` without plugins. */
  readonly key: string;
  readonly plugins: readonly { readonly url: string; readonly index: number; readonly setting: Setting }[];
  /** Folder of the site. */
  readonly root: string;
};

export const noPlugins: PluginList = { key: '', plugins: [], root: '' };

/** Finds the modules of the plugins that `config/site.yaml` names. */
export function findPlugins(tree: SourceTree, { site }: Pick<SiteConfig, 'site'>): Result<PluginList> {
  if (site.plugins.length === 0) return ok(noPlugins);
  const moduleFiles = site.plugins.map((setting) => moduleFile(tree, setting.module));
  const problems = moduleFiles.flatMap((file, index) =>
    file === null
      ? [pluginProblem(tree, index, notFoundProblem((site.plugins[index] as Setting).module, tree.root))]
      : [],
  );
  const key = hashOf(
    JSON.stringify([site.plugins, codeKey(tree, { kind: 'plugin', modules: moduleFiles, others: [] })]),
  );
  const plugins = site.plugins.map((setting, index) => {
    return { url: versionUrl(moduleFiles[index] ?? '', key), index, setting };
  });
  return settle(() => ({ key, plugins, root: tree.root }), problems);
}

/** Returns the absolute path of a module that the configuration names, in the site or an installed package; or null. */
export function moduleFile(tree: SourceTree, module: string): string | null {
  if (module.startsWith('./')) return tree.files.has(module.slice(2)) ? join(tree.root, module.slice(2)) : null;
  try {
    return createRequire(join(tree.root, 'package.json')).resolve(module);
  } catch {
    return null;
  }
}

const notFoundProblem = (module: string, root: string): Pick<Diagnostic, 'code' | 'message' | 'hint'> => ({
  code: 'PLUGIN_NOT_FOUND',
  message: `There is no plugin \`${module}\`.`,
  hint: module.startsWith('./')
    ? `Create the file ${module.slice(2)}.`
    : forPackageManager(`Run \`npm install ${module}\`.`, root),
});

function pluginProblem(
  tree: SourceTree,
  index: number,
  problem: Pick<Diagnostic, 'code' | 'message' | 'hint'>,
): Diagnostic {
  const file = 'config/site.yaml';
  const location = parseYaml(file, tree.text(file)).doc.locate(['plugins', index]);
  return { severity: 'error', ...problem, ...location };
}

/** Where each loaded plugin comes from. */
const origins = new WeakMap<Plugin, ImportedModule & { readonly file: string }>();

/** Returns the problem of a loaded plugin that threw an exception, at the code of the site that threw it. */
export const pluginFailure = (plugin: Plugin, what: string, error: unknown): Diagnostic => ({
  code: 'PLUGIN_FAILED',
  severity: 'error',
  message: `The plugin \`${plugin.name}\` ${what}: ${error instanceof Error ? error.message : String(error)}`,
  hint: 'Correct the plugin.',
  ...pluginLocation(plugin, error),
});

/** Returns the location of an error of a loaded plugin: that of the code of the site that threw it, or the plugin's file. */
export function pluginLocation(plugin: Plugin, error: unknown = null): Location {
  const origin = origins.get(plugin);
  return origin ? { file: origin.file, ...moduleLocation(error, origin) } : {};
}

const pluginsByKey = new Map<string, Promise<Result<readonly Plugin[]>>>();

/** Imports the plugins. Later calls in the same thread with an equal key return the same result. */
export function loadPlugins(list: PluginList): Promise<Result<readonly Plugin[]>> {
  const running = pluginsByKey.get(list.key);
  if (running) return running;
  const loading = importAll(list);
  pluginsByKey.set(list.key, loading);
  return loading;
}

async function importPlugin(url: string, { options }: Setting) {
  const { default: module } = (await importVersion(url)) as { readonly default?: PluginModule };
  return { module, plugin: typeof module === 'function' ? await module(options) : module };
}

async function importAll({ plugins, root }: PluginList): Promise<Result<readonly Plugin[]>> {
  const all: Plugin[] = [];
  const problems: Diagnostic[] = [];
  for (const { url, setting } of plugins) {
    try {
      const { module, plugin } = await inTime(() => importPlugin(url, setting));
      if (typeof plugin?.name !== 'string') throw new Error('its default export gives no plugin with a name.');
      all.push(plugin);
      origins.set(plugin, { root, url, file: fileOf(setting) });
      if (typeof module !== 'function' && Object.keys(setting.options).length > 0)
        problems.push(optionsProblem(setting));
      problems.push(...partProblems(plugin, setting.module, (part) => partLocation(setting, part, root)));
    } catch (error) {
      problems.push({
        code: 'PLUGIN_FAILED',
        severity: 'error',
        message: `The plugin \`${setting.module}\` cannot be loaded: ${(error as Error).message}`,
        hint:
          error instanceof SyntaxError
            ? 'Correct its code.'
            : 'Its default export must be a plugin, or a function that returns one.',
        file: fileOf(setting),
        ...moduleLocation(error, { root, url }),
      });
    }
  }
  return problems.length > 0 ? fail(problems) : ok(all);
}

const optionsProblem = ({ module }: Setting): Diagnostic => ({
  code: 'PLUGIN_TAKES_NO_OPTIONS',
  severity: 'error',
  message: `The plugin \`${module}\` takes no options: its default export is a plugin, not a function that returns one.`,
  hint: 'Remove its `options`, or export a function that receives them.',
  file: 'config/site.yaml',
});

/** Returns the file that a problem of a plugin is reported in: its own, or the configuration that names its package. */
const fileOf = ({ module }: Setting): string => (module.startsWith('./') ? module.slice(2) : 'config/site.yaml');

/** Returns the location of a part of a plugin in its module, or the configuration that names its package. */
const partLocation = (setting: Setting, part: string, root: string): Location =>
  setting.module.startsWith('./') ? memberLocation(part, fileOf(setting), root) : { file: fileOf(setting) };

/** The plugin of the site that returned a Vite plugin, by the name of the latter. */
const vitePluginOwners = new Map<string, Plugin>();

/** Returns the plugin of the site that returned a Vite plugin of a name, or that threw an exception when it was to return some. */
export const vitePluginOwner = (name: string | undefined): Plugin | undefined =>
  name === undefined ? undefined : vitePluginOwners.get(name);

/** Returns new instances of the Vite plugins of the site's plugins. */
export const vitePlugins = (plugins: readonly Plugin[]): PluginOption[] => plugins.flatMap(vitePluginsOf);

function vitePluginsOf(plugin: Plugin): readonly PluginOption[] {
  try {
    const options = plugin.vite?.() ?? [];
    for (const option of options) recordOwner(option, plugin);
    return options;
  } catch (error) {
    vitePluginOwners.set(plugin.name, plugin);
    throw Object.assign(asError(error), { plugin: plugin.name });
  }
}

function recordOwner(option: PluginOption, plugin: Plugin): void {
  if (option instanceof Promise) option.then((one) => recordOwner(one, plugin)).catch(() => {});
  else if (Array.isArray(option)) for (const one of option) recordOwner(one, plugin);
  else if (option) {
    vitePluginOwners.set((option as VitePlugin).name, plugin);
    nameInErrors(option as VitePlugin);
  }
}

const namedPlugins = new WeakSet<VitePlugin>();

/** Adds the name of a Vite plugin to exceptions of its hooks that change settings, as the bundler does for those of others. */
function nameInErrors(vitePlugin: VitePlugin): void {
  if (namedPlugins.has(vitePlugin)) return;
  namedPlugins.add(vitePlugin);
  for (const hook of ['config', 'configEnvironment', 'configResolved'] as const) {
    const member = vitePlugin[hook];
    if (member === undefined) continue;
    const owner = (typeof member === 'function' ? vitePlugin : member) as unknown as Record<string, Handler>;
    const key = typeof member === 'function' ? hook : 'handler';
    const handler = owner[key] as Handler;
    owner[key] = async function (...values) {
      try {
        return await handler.apply(this, values);
      } catch (error) {
        throw Object.assign(asError(error), { plugin: vitePlugin.name, hook });
      }
    };
  }
}

type Handler = (this: unknown, ...values: unknown[]) => unknown;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
