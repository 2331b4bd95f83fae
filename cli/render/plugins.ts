import { loadPlugins } from '../plugins/load.ts';
import type { Plugin } from '../plugins/types.ts';
import { headTag } from './document.ts';
import type { RenderScope } from './job.ts';

/** The plugins of a scope. The pipeline has loaded them before, so that a failure here is none of the site's. */
export async function pluginsOf({ plugins }: Pick<RenderScope, 'plugins'>): Promise<readonly Plugin[]> {
  const loaded = await loadPlugins(plugins);
  return loaded.ok ? loaded.value : [];
}

/** The scope with the elements that plugins add to every head. */
export async function withPlugins(scope: RenderScope): Promise<RenderScope> {
  const tags = (await pluginsOf(scope)).flatMap(({ head }) => head?.(scope.site) ?? []);
  // The mark of elements that belong to one page is left out: these stay during navigation.
  return tags.length === 0
    ? scope
    : { ...scope, extraHead: [...scope.extraHead, ...tags.map((tag) => headTag(tag, '').trimEnd())] };
}
