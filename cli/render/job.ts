import type { BundledPage, Islands } from '../bundle/manifest.ts';
import type { TextComponents } from '../content/components.ts';
import type { Diagnostic, HeadTag, ImageRef, Messages, RefusedPage, SiteInfo } from '../contract.ts';
import type { LinkRead, WrittenFile, WrittenLink } from '../incremental/page-record.ts';
import type { IslandKey } from '../lib/islands.ts';
import { SharedTable } from '../lib/shared-table.ts';
import type { PluginList } from '../plugins/load.ts';
import type { LinkTables } from '../routes/site-plan.ts';
import type { Route } from '../routes/types.ts';
import type { IconData } from '../sources/icons.ts';
import type { Policies } from './csp.ts';
import type { Organization, ShareImage } from './head-input.ts';
import type { PageProps } from './props.ts';
import type { PageTargets } from './targets.ts';

/** Everything that one page is rendered from, except what all pages share. Plain data; its hash is its fingerprint. */
export type PageJob = {
  readonly route: Route;
  readonly props: PageProps;
  /** Prefix of the message keys of title, description and keywords. */
  readonly seo: string | null;
  /** Type for JSON-LD, such as `WebApplication`. */
  readonly jsonLd: string | null;
  /** Elements of its route for the head. */
  readonly head: readonly HeadTag[];
  /** Values for the SEO messages. */
  readonly values: Readonly<Record<string, string>>;
  /** Name of the page module's export that must approve of the route. */
  readonly validate: string | null;
  /** Pages above this one, the home page first, with the prefix of the messages that name them; null: the site's name. */
  readonly parents: readonly { readonly path: string; readonly seo: string | null }[];
  /** The Markdown file that becomes `body` and `toc`. */
  readonly body: BodyJob | null;
  /** Picture for shared links, for a page with none of its own. */
  readonly card: ShareImage | null;
};

/** The place of a stored text: bytes in a pack, which is a file of many texts. `hash`: of the bytes. */
export type BodyPlace = {
  readonly pack: string;
  readonly offset: number;
  readonly length: number;
  readonly hash: string;
};

/** Texts, one after the other in `bytes`. */
export type PackedBodies = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entries: readonly (readonly [key: string, length: number, hash: string])[];
};

export type BodyJob = {
  readonly file: string;
  readonly locale: string;
  /** Of the file's bytes. */
  readonly hash: string;
  /** Where its body is stored, added by the pool; null where it is not. */
  readonly stored?: BodyPlace | null;
};

/** The data that all pages of a site share; sent to each worker once. */
export type RenderScope = {
  readonly root: string;
  readonly site: SiteInfo;
  readonly organization: Organization;
  readonly bootScript: string;
  /** Icons that pages may show by name, such as `lucide:moon`. */
  readonly icons: Readonly<Record<string, IconData>>;
  /** Elements for every head that pages may replace: those of plugins, then those of `config/site.yaml`. */
  readonly heads: readonly (readonly HeadTag[])[];
  /** Whether each page has a Markdown copy. */
  readonly copies: boolean;
  /** Policies by which pages are sent, to check the elements of heads. */
  readonly policies: Policies;
  /** Elements for every head, such as icons. */
  readonly extraHead: readonly string[];
  readonly plugins: PluginList;
  readonly components: TextComponents;
  readonly messages: Readonly<Record<string, Messages>>;
  /** Bytes of the largest Markdown file that is rendered. */
  readonly maxTextBytes: number;
} & ScopeTables;

/** The tables by which links and images of texts are resolved. */
export type ScopeTables = { readonly [Name in keyof LinkTables]: Pick<LinkTables[Name], 'get'> } & {
  readonly media: Pick<ReadonlyMap<string, ImageRef>, 'get'>;
};

/** Returns the scope that another thread posted, with the tables of its memory. */
export function receivedScope(scope: RenderScope): RenderScope {
  const table = <Value>(posted: unknown) => new SharedTable<Value>((posted as SharedTable<Value>).memory);
  const { links, entries, hidden, media } = scope;
  return { ...scope, links: table(links), entries: table(entries), hidden: table(hidden), media: table(media) };
}

/** The code of the pages, once it is bundled. */
export type RenderCode = {
  /** URL of the boot bundle. */
  readonly entry: string;
  readonly pages: Readonly<Record<string, BundledPage>>;
  readonly islands: Islands;
};

/** What a page read while it was rendered, so that a change of it renders the page again, and the links of the page. */
export type PageReads = {
  /** Message keys, sorted, also those that have no message. */
  readonly messages: readonly string[];
  readonly links: readonly LinkRead[];
  readonly written: readonly WrittenLink[];
  /** Message keys that the page shows and that have no message in its locale or a fallback, and missing values of messages. */
  readonly missing: readonly string[];
  /** False: its document has no scripts. */
  readonly hydrates: boolean;
  /** Islands that it shows: their keys. */
  readonly islands: readonly IslandKey[];
} & PageTargets;

export type RenderedPage = {
  readonly html: string;
  readonly payload: string;
  /** Its Markdown copy; null where it has none. */
  readonly markdown: string | null;
  readonly reads: PageReads;
};

export type PageResult =
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly files: readonly WrittenFile[];
      readonly reads: PageReads;
      readonly ms: number;
      readonly warnings: readonly Diagnostic[];
    }
  | {
      /** Its validity check failed: nothing is written. */
      readonly kind: 'refused';
      readonly path: string;
      readonly refusal: RefusedPage;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly kind: 'failed'; readonly path: string; readonly problems: readonly Diagnostic[] };

export type ToWorker =
  | {
      readonly kind: 'scope';
      readonly scope: RenderScope;
      readonly stage: string;
      /** Whether rendered Markdown is sent back for the next build. */
      readonly keepsBodies: boolean;
    }
  | { readonly kind: 'code'; readonly code: RenderCode; readonly folder: string; readonly server: string }
  | (WorkMessage & { readonly kind: 'bodies'; readonly jobs: readonly BodyJob[] })
  | (WorkMessage & { readonly kind: 'pages'; readonly jobs: readonly PageJob[] });

/** `spare`: memory in which the worker sent bodies before, for the next ones. */
type WorkMessage = { readonly id: number; readonly spare: ArrayBuffer | null };

export type FromWorker =
  | { readonly kind: 'bodies'; readonly id: number; readonly bodies: PackedBodies | null }
  | {
      readonly kind: 'pages';
      readonly id: number;
      readonly results: readonly PageResult[];
      readonly bodies: PackedBodies | null;
    };

/**
 * Indexes of the memory that a worker shares with the pool, so that the pool knows the current job even if the worker
 * ends without a message: the id of the request, the index of the job in it, and 1 once the site's code is loaded.
 */
export const progressSlots = { batch: 0, job: 1, loaded: 2, count: 3 } as const;

/** True if a page has a Markdown copy: on a site with copies, each page that search engines may list has one. */
export const hasCopy = (
  { copies }: Pick<RenderScope, 'copies'>,
  { status, index }: Pick<Route, 'status' | 'index'>,
): boolean => copies && status === 200 && index;
