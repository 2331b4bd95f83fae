// Writes the reference of docs/ from schemas, types and the program itself. The files are not kept in the repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandsPage } from './commands.mjs';
import { configurationPages } from './configuration.mjs';
import { pluginPage, runtimePage, typesPage } from './declarations.mjs';
import { diagnosticsPage } from './diagnostics.mjs';
import { pageOf } from './markdown.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = ['site', 'locales', 'routes', 'navigation', 'content'];

/** Writes the pages below `docs/content`. */
export function writeReference() {
  const program = join(root, 'cli/dist/bin.js');
  const docs = join(root, 'docs');
  execFileSync(process.execPath, [program, 'types', '--root', docs], { stdio: ['ignore', 'ignore', 'inherit'] });
  const read = (name) => JSON.parse(readFileSync(join(docs, `.sitegen/schema/${name}.json`), 'utf8'));
  const schemas = Object.fromEntries(names.map((name) => [name, read(name)]));
  const cli = join(root, 'cli');
  const pages = [
    commandsPage(program),
    diagnosticsPage(cli),
    ...configurationPages(schemas),
    runtimePage(cli),
    typesPage(cli),
    pluginPage(cli),
  ];
  for (const page of pages) {
    const file = join(docs, 'content', page.path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pageOf(page));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReference();
