import type { Options, ToolWork } from './tool.ts';

/** Files that were chosen for options, by the value of those options. */
export type OptionFiles = { readonly [value: string]: File };

/** The value of an option for which a file was chosen. */
export const valueOfFile = ({ name, size, lastModified }: File): string => `${name}:${size}:${lastModified}`;

/** The pictures that options need beside the one that is worked on, by the name of their field. */
export function furtherPictures(
  { fields }: Pick<ToolWork, 'fields'>,
  options: Options,
  files: OptionFiles,
): { readonly [field: string]: File } {
  const chosen = fields.flatMap(({ kind, name }): readonly (readonly [string, File])[] => {
    const file = kind === 'picture' ? files[String(options[name])] : undefined;
    return file ? [[name, file]] : [];
  });
  return Object.fromEntries(chosen);
}
