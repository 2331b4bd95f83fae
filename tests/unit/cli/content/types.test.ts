import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { contentTypes } from '../../../../cli/content/types.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

type Collections = Parameters<typeof contentTypes>[0];

const collections = {
  people: { fields: { name: { type: 'string', required: true } } },
  blog: {
    fields: {
      text: { type: 'string' },
      kind: { type: 'enum', values: ['a', 'b'], default: 'a' },
      photo: { type: 'image' },
      photos: { type: 'list', of: { type: 'image' } },
      writer: { type: 'reference', to: 'people', required: true },
      editor: { type: 'reference', to: 'people' },
      writers: { type: 'list', of: { type: 'reference', to: 'people' } },
      place: { type: 'object', fields: { city: { type: 'string' }, map: { type: 'image' } } },
    },
  },
} as unknown as Collections;

const use = `import type { EntryListProps, EntryProps, EntrySummary, ReferencedEntry } from '@safelight/sitegen/types';
type Any = { readonly entries: readonly EntrySummary[]; readonly props: EntryProps; readonly list: EntryListProps };
export const any = (props: EntryProps<'blog'>, list: EntryListProps<'blog'>): Any => ({ entries: list.entries, props, list });
export const referred = (entry: ReferencedEntry<'people'>): ReferencedEntry => entry;
export const city = ({ fields }: EntrySummary<'blog'>): string | undefined => fields.place?.city;
// @ts-expect-error: the collection has no such field.
export const unknown = ({ fields }: EntrySummary<'blog'>) => fields.plaec;
`;

it('entries of a collection are entries of any collection, whatever their fields', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-types-'));
  writeFileSync(join(folder, 'content.d.ts'), contentTypes(collections));
  writeFileSync(join(folder, 'use.ts'), use);
  for (const exactOptionalPropertyTypes of [false, true]) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      types: [],
      exactOptionalPropertyTypes,
      paths: {
        '@safelight/sitegen/types': [join(root, 'cli/contract.ts')],
        react: [join(root, 'node_modules/@types/react')],
      },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    let problems = '';
    try {
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
      problems = (error as { readonly stdout: string }).stdout;
    }
    expect(problems, `exactOptionalPropertyTypes: ${exactOptionalPropertyTypes}`).toBe('');
  }
  rmSync(folder, { recursive: true });
});
