import type { ComponentType, ReactNode } from 'react';
import { lazyWork } from '../workspace/lazy-work.tsx';
import type { StudioProps } from '../workspace/Studio.tsx';
import type { ToolWork } from '../workspace/tool.ts';
import { TOOLS, toolWithId } from './registry.ts';

/** The props that a page passes to a tool after a visitor has chosen files. */
export type Opened = Omit<StudioProps, 'tool'>;

/** The exports of a folder's `tool.ts`: a tool for the workspace for pictures, or a workspace of its own. */
type ToolModule = { readonly work: ToolWork } | { readonly Workspace: ComponentType<Opened> };

const MODULES = import.meta.glob<ToolModule>('./*/tool.ts');

/** Renders a tool with files. Its code is loaded when it is first rendered. */
export type OpenTool = (opened: Opened) => ReactNode;

const OPEN_TOOLS: ReadonlyMap<string, OpenTool> = new Map(
  TOOLS.map(({ id }) => [id, lazyWork<Opened>(() => loadWorkspace(id))]),
);

/** The renderer of the tool with this id. Throws if there is no such tool. */
export function openTool(id: string): OpenTool {
  const open = OPEN_TOOLS.get(id);
  if (!open) throw new Error(`There is no tool in site/tools/${id}.`);
  return open;
}

async function loadWorkspace(id: string): Promise<ComponentType<Opened>> {
  const load = MODULES[`./${id}/tool.ts`];
  if (!load) throw new Error(`There is no site/tools/${id}/tool.ts.`);
  // Tools for pictures need the workspace: it is requested at the same time.
  const isPicture = toolWithId(id).kind === 'image';
  const [module, studio] = await Promise.all([load(), isPicture ? import('../workspace/Studio.tsx') : null]);
  if ('Workspace' in module) return module.Workspace;
  const { Studio } = studio ?? (await import('../workspace/Studio.tsx'));
  return (opened) => <Studio {...opened} tool={module.work} />;
}
