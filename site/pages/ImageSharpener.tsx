import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('image-sharpener');

export const Page = () => <ToolPage name="imageSharpener" work={work} />;
