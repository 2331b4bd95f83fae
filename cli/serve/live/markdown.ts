import type { RenderBody } from '../../content/markdown/render.ts';
import type { RenderScope } from '../../render/job.ts';
import { rendererOf } from '../../render/renderer.ts';

let shared: { readonly key: string; readonly render: RenderBody } | null = null;

/**
 * Returns the Markdown renderer for the current plugins. It is shared, so that parsers and grammars are loaded once.
 */
export async function sharedRenderer({ plugins }: Pick<RenderScope, 'plugins'>): Promise<RenderBody> {
  if (shared?.key !== plugins.key) shared = { key: plugins.key, render: await rendererOf({ plugins }) };
  return shared.render;
}
