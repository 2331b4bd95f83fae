import { useCallback, useState } from 'react';
import { distinctFolders, distinctNames, resultName } from './names.ts';
import type { Item, Result } from './state/state.ts';
import { readStored, writeStored } from './stored-values.ts';
import type { Workspace } from './use-workspace.ts';

const STORED_KEY = 'safelight-name-pattern';

/** Fields that a pattern of file names may contain. */
export const NAME_FIELDS = ['{name}', '{number}', '{width}', '{height}'] as const;

/** Characters that file systems reject in names. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

/** The visitor's pattern of file names, which this browser remembers; empty for the default. */
export function useNamePattern(): readonly [pattern: string, setPattern: (pattern: string) => void] {
  const [pattern, setPattern] = useState(() => {
    const stored = readStored(STORED_KEY);
    return typeof stored === 'string' ? stored : '';
  });
  const change = useCallback((next: string) => {
    writeStored(STORED_KEY, next);
    setPattern(next);
  }, []);
  return [pattern, change];
}

export type PatternValues = {
  /** Name of the picture's file. */
  readonly name: string;
  /** Number of the picture in its batch, from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
};

/** A file name by a pattern, with the extension of `fallback`, which is the name for an empty pattern. */
export function nameByPattern(pattern: string, values: PatternValues, fallback: string): string {
  const texts: { readonly [field: string]: string } = {
    '{name}': values.name.replace(/\.[^.]{1,5}$/, ''),
    '{number}': String(values.number),
    '{width}': String(values.width),
    '{height}': String(values.height),
  };
  const filled = pattern.replace(/\{[a-z]+\}/g, (field) => texts[field] ?? field);
  const stem = filled.replace(FORBIDDEN, '-').replace(/^[\s.]+|[\s.]+$/g, '');
  return stem === '' ? fallback : stem + fallback.slice(fallback.lastIndexOf('.'));
}

/** File name of a picture's result. */
export function nameOf({ tool, state }: Workspace, { id, file, result }: Finished, pattern: string): string {
  const { width, height, blob } = result;
  const number = state.items.findIndex((item) => item.id === id) + 1;
  return nameByPattern(pattern, { name: file.name, number, width, height }, resultName(file.name, tool.suffix, blob));
}

type Finished = Pick<Item, 'id' | 'file'> & { readonly result: Result };
type NamedFile = { readonly id: string; readonly name: string; readonly file: Blob };

/** The files of all results, with distinct names; before the names, the folders in which the pictures were: `more/a.png`. */
export function namedResults(workspace: Workspace, pattern: string): readonly NamedFile[] {
  const { items } = workspace.state;
  const folders = distinctFolders(items.map(({ folder }) => folder));
  const finished = items.flatMap(({ id, file, result }, index) =>
    result ? [{ id, file, result, folder: folders[index] }] : [],
  );
  const names = distinctNames(
    finished.map((item) => `${item.folder ? `${item.folder}/` : ''}${nameOf(workspace, item, pattern)}`),
  );
  return finished.map(({ id, result }, index) => ({ id, name: names[index] ?? `${index}`, file: result.blob }));
}
