import { isAbsolute, relative, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Diagnostic } from '../contract.ts';
import { pluginLocation, vitePluginOwner } from '../plugins/load.ts';

/**
 * Returns a plugin that reads what Vite plugins of the site's plugins warn of, and a function that returns these warnings,
 * each once: the builds for browsers and for the server have the same plugins.
 */
export function warningsPlugin(root: string): {
  readonly plugin: Plugin;
  readonly warnings: () => readonly Diagnostic[];
} {
  const warnings = new Map<string, Diagnostic>();
  const plugin: Plugin = {
    name: 'sitegen:warnings',
    onLog(level, log) {
      const warning = level === 'warn' ? warningOf(log, root) : null;
      if (warning) warnings.set(JSON.stringify(warning), warning);
    },
  };
  return { plugin, warnings: () => [...warnings.values()] };
}

/** Leaves out what the bundler itself says about a plugin, such as that it gives no source map. */
function warningOf({ code, plugin, message, id, loc }: Rolldown.RolldownLog, root: string): Diagnostic | null {
  const owner = vitePluginOwner(plugin);
  if (!owner || code !== 'PLUGIN_WARNING') return null;
  const file = loc?.file ?? id;
  const position = loc && { line: loc.line, column: loc.column + 1 };
  return {
    code: 'PLUGIN_WARNING',
    severity: 'warning',
    message,
    hint: `The plugin \`${owner.name}\` reports this.`,
    ...(file !== undefined && isAbsolute(file)
      ? { file: relative(root, file).split(sep).join('/'), ...position }
      : pluginLocation(owner)),
  };
}
