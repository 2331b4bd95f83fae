import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('remove-background-from-logo');

export const Page = () => <ToolPage name="removeBackgroundFromLogo" work={work} />;
