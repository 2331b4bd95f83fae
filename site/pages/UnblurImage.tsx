import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('unblur-image');

export const Page = () => <ToolPage name="unblurImage" work={work} />;
