import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('remove-watermark-from-image');

export const Page = () => <ToolPage name="removeWatermarkFromImage" work={work} />;
