import { lazyWork } from '../workspace/lazy-work.tsx';
import type { StudioProps } from '../workspace/Studio.tsx';

export type Opened = Omit<StudioProps, 'tool'>;

/** What a tool's page hands to its frame. `folder`: of `site/tools`. */
export const workOf = (folder: string) =>
  lazyWork<Opened>(async () => {
    const [{ Studio }, { loadTool }] = await Promise.all([import('../workspace/Studio.tsx'), import('./load-tool.ts')]);
    const tool = await loadTool(folder);
    return (opened) => <Studio {...opened} tool={tool} />;
  });
