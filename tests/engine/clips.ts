import type { ClipOptions } from './page/clip.ts';

/** Options of a clip of two seconds, which tests modify. */
export const CLIP: ClipOptions = { width: 160, height: 96, frames: 48, rate: '24', codec: 'avc', container: 'mp4' };
