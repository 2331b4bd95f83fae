import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('photo-restoration');

export const Page = () => <ToolPage name="photoRestoration" work={work} />;
