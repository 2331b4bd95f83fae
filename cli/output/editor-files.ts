import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypes } from '../content/types.ts';
import { hashOf } from '../lib/hash.ts';
import { packageName } from '../lib/home.ts';
import { sitegenHash } from '../lib/version.ts';
import { writeFile } from '../lib/write-file.ts';
import { messageTypes } from '../locales/types.ts';
import type { SitePlan } from '../routes/site-plan.ts';

/** A file or folder below `.sitegen`, and a description of its contents. */
export type EditorFile = { readonly path: string; readonly what: string };

/**
 * Writes the files for editors and the type checker below `.sitegen`: the message keys as TypeScript types, and a JSON
 * Schema for each file of `config/`. Returns the written files and folders.
 */
export async function writeEditorFiles(work: string, plan: SitePlan): Promise<readonly EditorFile[]> {
  const source = plan.catalogues.locales[plan.config.locales.default];
  const keys = Object.keys(source?.messages ?? {}).length;
  if (source) write(join(work, 'types/messages.d.ts'), messageTypes(source));
  const names = Object.keys(plan.config.content.collections);
  write(join(work, 'types/content.d.ts'), contentTypes(plan.config.content.collections));
  write(join(work, 'types/ambient.d.ts'), `/// <reference types="${packageName}/ambient" />\n`);
  const written: readonly EditorFile[] = [
    { path: 'types/messages.d.ts', what: `types of ${keys} message${keys === 1 ? '' : 's'}` },
    { path: 'types/content.d.ts', what: `types of ${names.length} collection${names.length === 1 ? '' : 's'}` },
    { path: 'types/ambient.d.ts', what: 'types of styles, assets, icons and import.meta.env' },
    { path: 'schema/', what: 'a JSON Schema for each file of config/' },
  ];
  const folder = join(work, 'schema');
  const stamp = join(folder, 'stamp');
  if (textOf(stamp) === stateOf(folder)) return written;
  const { jsonSchemas } = await import('../config/explain.ts');
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    write(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
  write(stamp, stateOf(folder));
  return written;
}

/** Returns the hash of the generator and of the schemas in a folder, since to create them takes long. */
function stateOf(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return hashOf(JSON.stringify([sitegenHash, names.sort().map((name) => [name, textOf(join(folder, name))])]));
}

/** Writes a file unless it already has this text, so that watchers see no change. */
function write(file: string, text: string): void {
  if (textOf(file) === text) return;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFile(file, text);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
