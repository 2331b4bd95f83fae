import { createRenderer, type RenderBody } from '../content/markdown/render.ts';
import { pluginLocation } from '../plugins/load.ts';
import type { RenderScope } from './job.ts';
import { pluginsOf } from './plugins.ts';

/** Returns the Markdown renderer with the plugins of a scope. */
export async function rendererOf(scope: Pick<RenderScope, 'plugins'>): Promise<RenderBody> {
  const plugins = await pluginsOf(scope);
  return createRenderer(plugins, (error) => {
    const locations = plugins.map((plugin) => pluginLocation(plugin, error));
    return locations.find(({ line }) => line !== undefined) ?? {};
  });
}
