import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('ai-object-remover');

export const Page = () => <ToolPage name="aiObjectRemover" work={work} />;
