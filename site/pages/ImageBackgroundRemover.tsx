import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('image-background-remover');

export const Page = () => <ToolPage name="imageBackgroundRemover" work={work} />;
