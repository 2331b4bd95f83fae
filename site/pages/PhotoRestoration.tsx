import { ToolPage } from '../shell/ToolPage.tsx';

export const Page = () => <ToolPage name="photoRestoration" />;
