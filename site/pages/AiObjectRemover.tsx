import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('ai-object-remover');

export const Page = () => <ToolPage name="aiObjectRemover" work={work} />;
