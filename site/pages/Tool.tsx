import { useRoute } from '@safelight/sitegen/runtime';
import { ToolPage } from '../shell/ToolPage.tsx';
import { toolWithId } from '../tools/registry.ts';

/** The page of every tool: the id of the route is that of the tool. */
export const Page = () => {
  const { id } = useRoute();
  // Another tool is another page: nothing of the last one's state stays.
  return <ToolPage key={id} tool={toolWithId(id)} />;
};
