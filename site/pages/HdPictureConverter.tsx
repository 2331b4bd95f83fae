import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('hd-picture-converter');

export const Page = () => <ToolPage name="hdPictureConverter" work={work} />;
