import { lazyWork } from '../../workspace/lazy-work.tsx';

/** The workspace for video. */
export const videoWork = lazyWork(async () => (await import('./VideoStudio.tsx')).VideoStudio);
