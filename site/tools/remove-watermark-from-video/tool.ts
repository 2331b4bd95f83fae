import { VideoStudio } from './VideoStudio.tsx';

/** Videos have a workspace of their own. */
export const Workspace = VideoStudio;
