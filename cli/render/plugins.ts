import type { Diagnostic, HeadTag } from '../contract.ts';
import { duplicatesIn, duplicateText, tagProblem, tagsOf } from '../lib/head-tags.ts';
import { callEndable } from '../lib/interrupt.ts';
import { loadPlugins, pluginFailure, pluginLocation } from '../plugins/load.ts';
import type { Plugin } from '../plugins/types.ts';
import { type Result, settle } from '../report/result.ts';
import { blockedSource, blockedText } from './csp.ts';
import type { RenderScope } from './job.ts';

/** Returns the plugins of a scope; none if they fail to load, which the pipeline has reported before. */
export async function pluginsOf({ plugins }: Pick<RenderScope, 'plugins'>): Promise<readonly Plugin[]> {
  const loaded = await loadPlugins(plugins);
  return loaded.ok ? loaded.value : [];
}

/** Returns the scope with the elements that plugins add to every head. */
export async function withPlugins(scope: RenderScope): Promise<Result<RenderScope>> {
  const loaded = await loadPlugins(scope.plugins);
  if (!loaded.ok) return loaded;
  const { site, policies } = scope;
  const tags: HeadTag[] = [];
  const problems: Diagnostic[] = [];
  for (const plugin of loaded.value) {
    try {
      const elements = callEndable(() => plugin.head?.(site)) ?? {};
      if (!isHead(elements)) throw new Error('`head` must return lists by name: { meta, link, script }');
      const pluginTags = tagsOf(elements, site.base);
      for (const text of pluginTags.map(tagProblem)) {
        const hint = 'Correct the element that the plugin returns.';
        const message = `${plugin.name}: ${text}`;
        if (text) problems.push({ code: 'HEAD_INVALID', severity: 'error', message, hint, ...pluginLocation(plugin) });
      }
      tags.push(...pluginTags);
    } catch (error) {
      problems.push(pluginFailure(plugin, 'cannot add to heads', error));
    }
  }
  const warn = (code: string, [message, hint]: readonly [string, string]) =>
    problems.push({ code, severity: 'warning', message: `Plugins: ${message}`, hint, file: 'config/site.yaml' });
  for (const index of duplicatesIn(tags)) warn('HEAD_DUPLICATE', duplicateText(tags[index] as HeadTag));
  for (const tag of tags) {
    const missing = blockedSource(tag, { policy: policies.csp, origin: site.url });
    if (missing) warn('HEAD_BLOCKED', blockedText(tag, missing));
  }
  return settle(() => (tags.length === 0 ? scope : { ...scope, heads: [tags, ...scope.heads] }), problems);
}

const headLists = ['meta', 'link', 'script'];

/** Returns whether a value has nothing but lists of elements: a promise, and other parts of a head, have no effect. */
const isHead = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  Object.entries(value as object).every(([name, list]) => headLists.includes(name) && Array.isArray(list ?? []));
