import { lazyWork } from './lazy-work.tsx';
import type { StudioProps } from './Studio.tsx';

export type Opened = Omit<StudioProps, 'tool'>;

/** What a tool's page hands to its frame. `folder`: of `site/tools`. */
export const workOf = (folder: string) =>
  lazyWork<Opened>(async () => {
    const [{ Studio }, { loadTool }] = await Promise.all([import('./Studio.tsx'), import('./tools.ts')]);
    const tool = await loadTool(folder);
    return (opened) => <Studio {...opened} tool={tool} />;
  });
