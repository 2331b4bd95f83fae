import type { ClipOptions } from './page/clip.ts';

/** A short clip, two seconds long, for tests to change. */
export const CLIP: ClipOptions = { width: 160, height: 96, frames: 48, rate: '24', codec: 'avc', container: 'mp4' };
