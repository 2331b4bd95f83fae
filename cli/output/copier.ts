import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildRecord, CopiedRecord, WrittenFile } from '../incremental/record.ts';
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
  return { reuse, take, copied };
}
