import type { OutputFile } from '../routes/types.ts';

type Icon = { readonly body: string; readonly width: number; readonly height: number };

/**
 * `_icons/{set}.json` for each set that icons are taken from, with only the icons in use, in Iconify's format. The
 * browser asks for `?icons=a,b`; a static host gives the whole file, which holds them.
 */
export function iconFiles(icons: Readonly<Record<string, Icon>>): readonly OutputFile[] {
  const sets = new Map<string, Record<string, Icon>>();
  for (const [name, icon] of Object.entries(icons)) {
    const [prefix = '', short = ''] = name.split(':');
    sets.set(prefix, { ...sets.get(prefix), [short]: icon });
  }
  return Array.from(sets, ([prefix, all]) => ({
    path: `_icons/${prefix}.json`,
    content: JSON.stringify({ prefix, icons: all }),
  }));
}
