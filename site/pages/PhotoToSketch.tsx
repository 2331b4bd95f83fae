import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('photo-to-sketch');

export const Page = () => <ToolPage name="photoToSketch" work={work} />;
