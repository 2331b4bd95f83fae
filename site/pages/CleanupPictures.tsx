import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('cleanup-pictures');

export const Page = () => <ToolPage name="cleanupPictures" work={work} />;
