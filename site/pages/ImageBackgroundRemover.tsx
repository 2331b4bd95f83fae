import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('image-background-remover');

export const Page = () => <ToolPage name="imageBackgroundRemover" work={work} />;
