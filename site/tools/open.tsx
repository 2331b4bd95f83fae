import type { SiteInfo } from '@safelight/sitegen/types';
import type { ComponentType } from 'react';
import { type LazyWork, lazyWork } from '../workspace/lazy-work.tsx';
import type { StudioProps } from '../workspace/Studio.tsx';
import type { ToolWork } from '../workspace/tool.ts';
import { TOOLS, toolWithId } from './registry.ts';

/** The props that a page passes to a tool after a visitor has chosen files. */
export type Opened = Omit<StudioProps, 'tool'>;

/** The exports of a folder's `tool.ts`: a tool for the workspace for pictures, or a workspace of its own. */
type ToolModule = { readonly work: ToolWork } | { readonly Workspace: ComponentType<Opened> };

const MODULES = import.meta.glob<ToolModule>('./*/tool.ts');

const LAZY_TOOLS: ReadonlyMap<string, LazyWork<Opened>> = new Map(
  TOOLS.map(({ id }) => [id, lazyWork<Opened>(() => loadWorkspace(id))]),
);

/** The workspace of the tool with this id. Throws if there is no such tool. */
export function lazyTool(id: string): LazyWork<Opened> {
  const lazy = LAZY_TOOLS.get(id);
  if (!lazy) throw new Error(`There is no tool in site/tools/${id}.`);
  return lazy;
}

/** Loads a tool before a file is there, and starts what works on pictures. */
export async function prepareTool(id: string, site: SiteInfo): Promise<void> {
  const isLoaded = await lazyTool(id).prepare();
  if (!isLoaded || toolWithId(id).kind !== 'image') return;
  const { prepareStudio } = await import('../workspace/Studio.tsx');
  prepareStudio(site);
}

async function loadWorkspace(id: string): Promise<ComponentType<Opened>> {
  const load = MODULES[`./${id}/tool.ts`];
  if (!load) throw new Error(`There is no site/tools/${id}/tool.ts.`);
  // Tools for pictures need the workspace: it is requested at the same time.
  const isPicture = toolWithId(id).kind === 'image';
  const parts = [load(), isPicture ? import('../workspace/Studio.tsx') : null] as const;
  // Until both have settled: a failure after that of the other part would load the page again under an open dialog.
  await Promise.allSettled(parts);
  const [module, studio] = await Promise.all(parts);
  if ('Workspace' in module) return module.Workspace;
  const { Studio } = studio ?? (await import('../workspace/Studio.tsx'));
  return (opened) => <Studio {...opened} tool={module.work} />;
}
