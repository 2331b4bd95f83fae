import { namedResults } from './name-pattern.ts';
import type { Workspace } from './use-workspace.ts';

type WithPicker = {
  readonly showDirectoryPicker?: (options: { readonly mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
};

/** Whether the browser lets the visitor choose a folder to write to (File System Access). */
export const canSaveToFolder = (): boolean => (window as WithPicker).showDirectoryPicker !== undefined;

/**
 * Writes all results to a folder of the visitor's choice, beside the files that are there already, in the subfolders in which
 * the pictures were. Returns the number of files; null if the visitor chose no folder. Rejects if a file cannot be written.
 */
export async function saveToFolder(workspace: Workspace, pattern: string): Promise<number | null> {
  const folder = await (window as WithPicker).showDirectoryPicker?.({ mode: 'readwrite' }).catch(() => null);
  if (!folder) return null;
  const files = namedResults(workspace, pattern);
  for (const { name, file } of files) {
    const subfolders = name.split('/');
    const fileName = subfolders.pop() as string;
    let target = folder;
    for (const subfolder of subfolders) target = await target.getDirectoryHandle(subfolder, { create: true });
    const writable = await (await newFile(target, fileName)).createWritable();
    await writable.write(file);
    await writable.close();
  }
  workspace.dispatch({ kind: 'saved', ids: files.map(({ id }) => id) });
  return files.length;
}

/** A new file of this name, or of the name with a number if there is such a file. */
async function newFile(folder: FileSystemDirectoryHandle, name: string): Promise<FileSystemFileHandle> {
  const dot = name.lastIndexOf('.');
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
    const exists = await folder.getFileHandle(free).then(
      () => true,
      () => false,
    );
    if (!exists) return folder.getFileHandle(free, { create: true });
  }
}
