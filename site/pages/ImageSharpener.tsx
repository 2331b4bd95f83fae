import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('image-sharpener');

export const Page = () => <ToolPage name="imageSharpener" work={work} />;
