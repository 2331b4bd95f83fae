import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { resolveConfig } from '../config/resolve.ts';
import { findPlugins, loadPlugins } from '../plugins/load.ts';
import type { Plugin } from '../plugins/types.ts';
import { ok, type Result } from '../report/result.ts';
import { readSources } from '../sources/read.ts';
import { openStatCache } from '../sources/stat-cache.ts';
import { printProblems } from './print.ts';

/** Adds the commands of the site's plugins. The site is that of `--root`, or of the working directory. */
export async function addPluginCommands(program: Command, words: readonly string[]): Promise<void> {
  const rootIndex = words.findIndex((word) => word === '--root' || word.startsWith('--root='));
  const root = resolve(words[rootIndex]?.split('=')[1] ?? (rootIndex < 0 ? '.' : (words[rootIndex + 1] ?? '.')));
  if (!existsSync(join(root, 'config/site.yaml'))) return;
  const plugins = await pluginsIn(root);
  if (!plugins.ok) return printProblems(plugins.problems, root);
  for (const { name: plugin, commands = {} } of plugins.value) {
    for (const [name, { description, run }] of Object.entries(commands)) {
      if (program.commands.some((command) => command.name() === name)) {
        const message = `The command \`${name}\` of the plugin \`${plugin}\` is left out: there is one of this name.`;
        printProblems([{ code: 'PLUGIN_COMMAND', severity: 'warning', message, hint: 'Rename it.' }], root);
        continue;
      }
      program
        .command(name)
        .description(description)
        .option('--root <dir>', 'folder of the site', '.')
        .allowUnknownOption()
        .allowExcessArguments()
        .action(async (_options, command: Command) => {
          try {
            process.exitCode = (await run({ args: command.args, root })) ?? 0;
          } catch (error) {
            const message = `The command \`${name}\` of the plugin \`${plugin}\` failed: ${error instanceof Error ? error.message : String(error)}`;
            printProblems([{ code: 'PLUGIN_FAILED', severity: 'error', message }], root);
            process.exitCode = 1;
          }
        });
    }
  }
}

async function pluginsIn(root: string): Promise<Result<readonly Plugin[]>> {
  const tree = readSources(root, openStatCache(null, Date.now));
  const config = resolveConfig(tree, {});
  // The command that needs the settings reports their errors.
  if (!config.ok || config.value.site.plugins.length === 0) return ok([]);
  const list = findPlugins(tree, config.value);
  return list.ok ? loadPlugins(list.value) : list;
}
