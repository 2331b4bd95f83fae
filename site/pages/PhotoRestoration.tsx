import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('photo-restoration');

export const Page = () => <ToolPage name="photoRestoration" work={work} />;
