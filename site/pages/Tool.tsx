import { useRoute } from '@safelight/sitegen/runtime';
import { ToolPage } from '../shell/ToolPage.tsx';
import { toolWithId } from '../tools/registry.ts';

/** The page of every tool: the id of the route is that of the tool. */
export const Page = () => {
  const { id } = useRoute();
  // The key remounts the page for another tool, so that no state of the previous tool remains.
  return <ToolPage key={id} tool={toolWithId(id)} />;
};
