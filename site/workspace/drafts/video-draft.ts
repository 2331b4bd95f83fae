import type { VideoSettings } from '../../engine/video/types.ts';
import type { Part } from './draft.ts';

/** A video with what was marked on it. Results are excluded: they may be as large as the disk. */
export type VideoDraft = { readonly file: File; readonly settings: VideoSettings };

/** A video draft without its file, which it names by its key. */
export type PackedVideo = { readonly video: string; readonly settings: VideoSettings };

/** A video draft as plain data. `keyOf` assigns a key to its file. */
export const packVideo = ({ file, settings }: VideoDraft, keyOf: (part: Part) => string): PackedVideo => ({
  video: keyOf(file),
  settings,
});

/** The draft of plain data and its file; null if that is lost. */
export function unpackVideo({ video, settings }: PackedVideo, parts: ReadonlyMap<string, Part>): VideoDraft | null {
  const file = parts.get(video);
  return file instanceof File ? { file, settings } : null;
}
