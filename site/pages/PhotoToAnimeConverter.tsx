import { ToolPage } from '../shell/ToolPage.tsx';
import { workOf } from '../tools/open.tsx';

const work = workOf('photo-to-anime-converter');

export const Page = () => <ToolPage name="photoToAnimeConverter" work={work} />;
