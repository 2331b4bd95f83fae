import type { EncodeType } from '../engine/types.ts';

export const EXTENSIONS: { readonly [type in EncodeType | 'image/svg+xml']: string } = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/jxl': 'jxl',
  'image/svg+xml': 'svg',
};

/** File name of a result: the picture's name, a suffix for the tool, and the extension of the file's type. */
export function resultName(original: string, suffix: string, { type }: { readonly type: string }): string {
  const stem = original.replace(/\.[^.]{1,5}$/, '').trim() || 'picture';
  const extension = Object.entries(EXTENSIONS).find(([mimeType]) => mimeType === type)?.[1] ?? 'png';
  return `${stem}-${suffix}.${extension}`;
}

export const isSvg = ({ type }: { readonly type: string }): boolean => type === 'image/svg+xml';

/** Returns folders of files without the folder that all of them have in common: what a batch recreates where it is saved. */
export function distinctFolders(folders: readonly string[]): readonly string[] {
  const paths = folders.map((folder) => folder.split('/'));
  const [first = []] = paths;
  const end = first.findIndex((segment, depth) => paths.some((path) => path[depth] !== segment));
  const common = end < 0 ? first.length : end;
  return paths.map((path) => path.slice(common).join('/'));
}

/** Returns the names, with numbers added to equal ones. Case is ignored. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > name.lastIndexOf('/') + 1 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let free = name;
    for (let count = 2; usedNames.has(free.toLowerCase()); count++) free = `${stem}-${count}${extension}`;
    usedNames.add(free.toLowerCase());
    return free;
  });
}
