import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('remove-watermark-from-image');

export const Page = () => <ToolPage name="removeWatermarkFromImage" work={work} />;
