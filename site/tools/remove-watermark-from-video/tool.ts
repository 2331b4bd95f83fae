import { VideoStudio } from './VideoStudio.tsx';

/** The tool has a workspace of its own, for videos. */
export const Workspace = VideoStudio;
