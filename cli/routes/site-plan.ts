import type { SiteConfig } from '../config/types.ts';
import type { ContentIndex } from '../content/content-index.ts';
import type { HiddenFile } from '../content/links.ts';
import type { MediaFile } from '../content/media.ts';
import type { Diagnostic, Json, SiteInfo } from '../contract.ts';
import type { SharedTable } from '../lib/shared-table.ts';
import type { Catalogues } from '../locales/compile.ts';
import type { PluginList } from '../plugins/load.ts';
import type { NextChange } from '../report/build-report.ts';
import type { IconData } from '../sources/icons.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { RouteTable } from './types.ts';

/** What follows from all entries and files of a site. */
export type PlanFacts = {
  /** Hash of what pages may depend on of entries that they do not show. */
  readonly positions: string;
  /** Hash of the paths of all files, and of the contents of those that are no texts. */
  readonly files: string;
  /** File of a text -> hash of its content. */
  readonly texts: ReadonlyMap<string, string>;
  /** Keys of the pictures that the front matter of published entries names. */
  readonly frontImages: readonly string[];
  /** Hash of the pages and their versions, with the days of their last changes. */
  readonly routes: string;
  /** The next day on which a build publishes other entries. */
  readonly nextChange: NextChange | null;
};

/** The tables by which links of texts to pages and entries are resolved. */
export type LinkTables = {
  /** Path without locale prefix -> locale -> path with it. */
  readonly links: SharedTable<Readonly<Record<string, string>>>;
  /** Entry file -> path. */
  readonly entries: SharedTable<string>;
  /** Entry file that is left out of the site -> why. */
  readonly hidden: SharedTable<HiddenFile>;
};

/** The data files of `data` queries. */
export type DataFiles = {
  /** Returns the value of a file, a table as a list of maps; null if it is missing or has errors. */
  readonly read: (path: string) => Json;
  /** Returns the errors of a file. */
  readonly problems: (path: string) => readonly Diagnostic[];
};

/** Everything about a site before it is bundled and rendered. A stage takes the parts that it reads. */
export type SitePlan = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly site: SiteInfo;
  readonly catalogues: Catalogues;
  readonly content: ContentIndex;
  readonly media: ReadonlyMap<string, MediaFile>;
  readonly table: RouteTable;
  readonly data: DataFiles;
  /** Icons that the sources name, by `set:name`. */
  readonly icons: Readonly<Record<string, IconData>>;
  readonly plugins: PluginList;
  /** Computed on first use. */
  readonly facts: () => PlanFacts;
  /** Created on first use. */
  readonly tables: () => LinkTables;
};
