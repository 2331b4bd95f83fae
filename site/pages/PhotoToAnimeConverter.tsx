import { workOf } from '../engine/workspace/work-slot.tsx';
import { ToolPage } from '../shell/ToolPage.tsx';

const work = workOf('photo-to-anime-converter');

export const Page = () => <ToolPage name="photoToAnimeConverter" work={work} />;
