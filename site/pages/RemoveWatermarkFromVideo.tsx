import { videoWork } from '../engine/video/workspace/video-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

export const Page = () => <ToolPage name="removeWatermarkFromVideo" work={videoWork} />;
