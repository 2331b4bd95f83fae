import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('photo-to-sketch');

export const Page = () => <ToolPage name="photoToSketch" work={work} />;
