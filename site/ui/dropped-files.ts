/** What was dropped at once. The entries say which of the files are folders. */
export type Dropped = {
  readonly files: readonly File[];
  readonly entries: readonly (FileSystemEntry | null)[];
};

/** What a drop holds. Must be called before its event ends. */
export const droppedIn = ({ items, files }: DataTransfer): Dropped => ({
  files: [...files],
  entries: [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry()),
});

/**
 * The files of drops, with those inside dropped folders in the order of their paths. Hidden files of folders, and those
 * whose name does not say what they are, are left out. Of a folder that cannot be read, the page gets what the browser
 * passes for it, and says so.
 */
export function droppedFiles(drops: readonly Dropped[]): readonly File[] | Promise<readonly File[]> {
  if (!drops.some(hasFolder)) return drops.flatMap(({ files }) => files);
  return Promise.all(drops.map(filesOfDrop)).then((found) => found.flat());
}

const hasFolder = ({ entries }: Dropped): boolean => entries.some((entry) => entry?.isDirectory);

async function filesOfDrop(drop: Dropped): Promise<readonly File[]> {
  if (!hasFolder(drop)) return drop.files;
  const direct = drop.entries.filter((entry) => entry !== null);
  return Promise.all(direct.map((entry) => filesOf(entry))).then(
    (found) => found.flat(),
    () => drop.files,
  );
}

/** Folders of files that were dropped with their folder: browsers report them only for a chosen folder. */
const droppedFolders = new WeakMap<File, string>();

/**
 * Path of the folder in which a file was, from the folder that the visitor chose or dropped: `scans/1950`. Empty for a file
 * that was chosen or dropped by itself.
 */
export const folderOf = (file: File): string =>
  droppedFolders.get(file) ?? (file as Partial<File>).webkitRelativePath?.split('/').slice(0, -1).join('/') ?? '';

async function filesOf(entry: FileSystemEntry): Promise<readonly File[]> {
  if (!entry.isDirectory) {
    const file = await fileOf(entry as FileSystemFileEntry);
    droppedFolders.set(file, entry.fullPath.split('/').slice(1, -1).join('/'));
    return [file];
  }
  const entries = await entriesOf(entry as FileSystemDirectoryEntry);
  const sorted = entries
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const found: File[] = [];
  for (const one of sorted) found.push(...(await filesOf(one)));
  return found.filter(isNamed);
}

/** Whether a browser takes a file of a folder for something, by its name. */
export const isNamed = ({ name, type }: File): boolean => type !== '' && !name.startsWith('.');

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** All entries of a folder; browsers give them in parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
