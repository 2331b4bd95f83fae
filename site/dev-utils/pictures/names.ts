import type { EncodeType, Size } from '../../engine/types.ts';

const EXTENSION: { readonly [type in EncodeType]: string } = {
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/jxl': 'jxl',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

export type NamedPicture = Size & {
  /** Name of the source file. */
  readonly name: string;
  readonly type: EncodeType;
  /** Number of the picture in the list, from 1. */
  readonly number: number;
};

/** Fields that a pattern may contain in braces. */
export const NAME_FIELDS = ['name', 'number', 'width', 'height'] as const;

/** Characters that file systems reject in names. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

/** The name of a converted file: `{name}-{width}` of `holiday.png` as WebP is `holiday-640.webp`. */
export const fileName = (pattern: string, picture: NamedPicture): string => {
  const fields: { readonly [field in (typeof NAME_FIELDS)[number]]: string } = {
    name: picture.name.replace(/\.[^./\\]+$/, ''),
    number: String(picture.number),
    width: String(picture.width),
    height: String(picture.height),
  };
  const filled = pattern.replace(
    /\{(name|number|width|height)\}/g,
    (_, field: (typeof NAME_FIELDS)[number]) => fields[field],
  );
  const base = filled.replace(FORBIDDEN, '-').replace(/^[\s.]+|[\s.]+$/g, '');
  return `${base || 'picture'}.${EXTENSION[picture.type]}`;
};

/** Numbers duplicate names: `a.png`, `a (2).png`. Compares case-insensitively, as most file systems do. */
export const uniqueNames = (names: readonly string[]): readonly string[] => {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const [, base = name, extension = ''] = /^(.*?)(\.[^.]+)?$/s.exec(name) ?? [];
    let unique = name;
    for (let number = 2; usedNames.has(unique.toLowerCase()); number += 1) unique = `${base} (${number})${extension}`;
    usedNames.add(unique.toLowerCase());
    return unique;
  });
};
