import { ToolPage } from '../shell/ToolPage.tsx';
import { videoWork } from '../tools/remove-watermark-from-video/video-slot.tsx';

export const Page = () => <ToolPage name="removeWatermarkFromVideo" work={videoWork} />;
