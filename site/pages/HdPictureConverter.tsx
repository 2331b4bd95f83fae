import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('hd-picture-converter');

export const Page = () => <ToolPage name="hdPictureConverter" work={work} />;
