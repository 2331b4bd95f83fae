import type { EncodeType } from '../types.ts';

export const EXTENSIONS: { readonly [type in EncodeType]: string } = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** Name of a result: that of the picture, what was done, and the format's extension. */
export function resultName(original: string, suffix: string, type: EncodeType): string {
  const stem = original.replace(/\.[^.]{1,5}$/, '').trim() || 'picture';
  return `${stem}-${suffix}.${EXTENSIONS[type]}`;
}

/** The names with numbers where they would be the same. Capitals do not tell names apart. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${stem}-${count}${extension}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
