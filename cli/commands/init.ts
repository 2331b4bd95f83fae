import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createSite, isTemplate, type Template, templates } from '../init/init.ts';
import { forPackageManager } from '../lib/packages.ts';
import { printProblems } from './print.ts';

export type InitArguments = { readonly template?: Template; readonly yes: boolean };

/** Runs `sitegen init`. Prompts for missing values at a terminal. Resolves to the exit code. */
export async function initCommand(dir: string | undefined, options: InitArguments): Promise<number> {
  const isInteractive = !options.yes && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const { folder, template } = isInteractive
    ? await promptForAnswers(dir, options.template)
    : { folder: dir, template: options.template };
  const root = resolve(folder ?? '.');
  const created = createSite(root, template ?? 'blank');
  if (!created.ok) {
    printProblems(created.problems, root);
    return 1;
  }
  const folderName = relative(process.cwd(), root);
  const commands = [
    ...(folderName === '' ? [] : [`cd ${/\s/.test(folderName) ? `"${folderName}"` : folderName}`]),
    ...['npm install', 'npm start'].map((command) => forPackageManager(command, root)),
  ];
  const lines = [
    `Created ${created.value.length} files in ${folderName || 'this folder'}: ${templates[template ?? 'blank']}.`,
    'Next:',
    ...commands.map((command) => `  ${command}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

type Answers = { readonly folder: string | undefined; readonly template: Template };

async function promptForAnswers(dir: string | undefined, chosen: Template | undefined): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const folder = dir ?? ((await terminal.question('Folder of the new site (.): ')).trim() || '.');
    if (chosen) return { folder, template: chosen };
    for (const [name, what] of Object.entries(templates)) process.stdout.write(`  ${name.padEnd(8)}${what}\n`);
    for (;;) {
      const answer = (await terminal.question('Template (blank): ')).trim() || 'blank';
      if (isTemplate(answer)) return { folder, template: answer };
      process.stdout.write(`There is no template "${answer}".\n`);
    }
  } finally {
    terminal.close();
  }
}
