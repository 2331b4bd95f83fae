import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('unblur-image');

export const Page = () => <ToolPage name="unblurImage" work={work} />;
