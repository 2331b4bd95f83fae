import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('remove-background-from-logo');

export const Page = () => <ToolPage name="removeBackgroundFromLogo" work={work} />;
