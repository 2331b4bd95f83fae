import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenFile } from '../incremental/page-record.ts';
import type { BuildRecord, CopiedRecord } from '../incremental/record.ts';
import type { OutputEntry } from './compress.ts';
import type { Stage } from './stage.ts';

type CopierInput = {
  readonly stage: Pick<Stage, 'folder' | 'keep' | 'copy'>;
  readonly last: Pick<BuildRecord, 'copied'> | null;
  /** True if a file of the last output is unchanged. */
  readonly isIntact: (file: WrittenFile) => boolean;
};

export type Copier = {
  /** Keeps a file of the last output; false if it is missing or changed. */
  readonly reuse: (path: string, key: string) => boolean;
  /** Keeps a file of the last output, or copies `from`. Returns its bytes. */
  readonly take: (path: string, key: string, from: string) => number;
  /** Keeps all files of the last output with a fingerprint. Returns none if one of them is missing or changed. */
  readonly reuseAll: (key: string) => readonly WrittenFile[];
  /** Notes the fingerprint of a file that was written into the stage, for `reuseAll` of the next build. */
  readonly keep: (key: string, file: OutputEntry) => void;
  /** What was taken so far, by path. */
  readonly copied: ReadonlyMap<string, CopiedRecord>;
};

/**
 * Takes files into the stage: kept if the last output has them unchanged, else copied. Nothing is linked to a cache or
 * a source, because a tool that edits the output in place would change these as well.
 */
export function createCopier({ stage, last, isIntact }: CopierInput): Copier {
  const copied = new Map<string, CopiedRecord>();
  const reuse = (path: string, key: string): boolean => {
    const before = last?.copied.get(path);
    if (before?.from !== key || !isIntact(before.file)) return false;
    stage.keep(path);
    copied.set(path, before);
    return true;
  };
  const take = (path: string, key: string, from: string): number => {
    if (!reuse(path, key)) {
      stage.copy(path, from);
      const { size, mtimeMs } = statSync(join(stage.folder, path));
      copied.set(path, { from: key, file: [path, size, key, mtimeMs] });
    }
    return copied.get(path)?.file[1] as number;
  };
  const reuseAll = (key: string): readonly WrittenFile[] => {
    const before = [...(last?.copied ?? [])].filter(([, { from }]) => from === key);
    if (!before.every(([, { file }]) => isIntact(file))) return [];
    for (const [path, record] of before) {
      stage.keep(path);
      copied.set(path, record);
    }
    return before.map(([, { file }]) => file);
  };
  const keep = (key: string, [path, bytes, hash]: OutputEntry): void => {
    const { mtimeMs } = statSync(join(stage.folder, path));
    copied.set(path, { from: key, file: [path, bytes, hash, mtimeMs] });
  };
  return { reuse, take, reuseAll, keep, copied };
}
