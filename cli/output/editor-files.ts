import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageName } from '../lib/home.ts';
import { buildOfSitegen } from '../lib/version.ts';
import { writeFile } from '../lib/write-file.ts';
import { messageTypes } from '../locales/types.ts';
import type { SitePlan } from '../routes/site-plan.ts';

/**
 * Writes the files for editors and the type checker below `.sitegen`: the message keys as TypeScript types, and a JSON
 * Schema for each file of `config/`.
 */
export async function writeEditorFiles(
  work: string,
  { catalogues, site }: Pick<SitePlan, 'catalogues' | 'site'>,
): Promise<void> {
  const source = catalogues.locales[site.defaultLocale];
  if (source) write(join(work, 'types/messages.d.ts'), messageTypes(source));
  write(join(work, 'types/ambient.d.ts'), `/// <reference types="${packageName}/ambient" />\n`);
  const stamp = join(work, 'schema/stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === buildOfSitegen) return;
  const { jsonSchemas } = await import('../config/json-schema.ts');
  for (const [name, schema] of Object.entries(jsonSchemas())) {
    write(join(work, `schema/${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
  write(stamp, buildOfSitegen);
}

/** Writes a file unless it has this text already, so that watchers see no change. */
function write(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFile(file, text);
}
