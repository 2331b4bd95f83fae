import type { PluggableList } from 'unified';
import type { PluginOption } from 'vite';
import type { HeadTag, Json, SiteInfo } from '../contract.ts';

/** What a plugin adds to a site. All parts are optional. */
export type Plugin = {
  /** Names the plugin in problems. */
  readonly name: string;
  /** Plugins of remark, which change the tree of Markdown, or its syntax. What they produce is sanitised as the text is. */
  readonly remarkPlugins?: PluggableList;
  /** Plugins of rehype, which change the finished HTML of a text. Nothing of what they add is removed. */
  readonly rehypePlugins?: PluggableList;
  /** Plugins of Vite for each bundle and for the module server; called for each, since plugins may have state. */
  readonly vite?: () => readonly PluginOption[];
  /** Elements for the head of every page. The same site gives the same elements. */
  readonly head?: (site: SiteInfo) => readonly HeadTag[];
};

/** Default export of a plugin's module: the plugin, or a function from the options in `config/site.yaml` to it. */
export type PluginModule = Plugin | ((options: { readonly [key: string]: Json }) => Plugin | Promise<Plugin>);
