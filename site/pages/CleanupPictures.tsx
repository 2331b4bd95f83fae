import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('cleanup-pictures');

export const Page = () => <ToolPage name="cleanupPictures" work={work} />;
