import type { SiteConfig } from '../config/types.ts';
import type { ContentIndex } from '../content/collect.ts';
import type { MediaFile } from '../content/media.ts';
import type { Json, SiteInfo } from '../contract.ts';
import type { Catalogues } from '../locales/compile.ts';
import type { PluginList } from '../plugins/load.ts';
import type { IconData } from '../sources/icons.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { RouteTable } from './types.ts';

/** Everything about a site before it is bundled and rendered. A stage takes the parts that it reads. */
export type SitePlan = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly site: SiteInfo;
  readonly catalogues: Catalogues;
  readonly content: ContentIndex;
  readonly media: ReadonlyMap<string, MediaFile>;
  readonly table: RouteTable;
  readonly data: (path: string) => Json;
  /** Icons that the sources name, by `set:name`. */
  readonly icons: Readonly<Record<string, IconData>>;
  readonly plugins: PluginList;
};
