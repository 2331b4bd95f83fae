import type { Bundle } from '../bundle/bundle.ts';
import type { BundleRequest } from '../bundle/request.ts';
import type { ConfigOverrides } from '../config/types.ts';
import type { Diagnostic, SiteInfo } from '../contract.ts';
import type { HeaderRule } from '../emit/host-rules.ts';
import type { PluginList } from '../plugins/load.ts';
import type { Prefetch } from '../sources/prefetch.ts';
import type { PolledFile } from './watch/watcher.ts';

/** Options of the site's worker thread. */
export type SiteOptions = {
  /** Absolute folder of the site. */
  readonly root: string;
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  /** ISO date. Entries with a later date are excluded unless drafts are shown. */
  readonly today: string;
};

/** What the site's thread is started with. */
export type SiteThreadData = SiteOptions & {
  /** See `renderSlots`. */
  readonly slots: Int32Array;
};

/**
 * Indexes of the memory that the site's thread shares with the main thread, which cannot ask a thread in an endless loop:
 * the number of pages that are being rendered, the time limit of one in milliseconds, whether loaders run, and a number that
 * changes as long as the thread's event loop turns.
 */
export const threadSlots = { rendering: 0, limitMs: 1, loading: 2, turns: 3, count: 4 } as const;

export type ToSite =
  /** The first message: all source files, one per line; problems and symbolic links; contents that were prefetched. */
  | {
      readonly kind: 'files';
      readonly files: string;
      readonly problems: readonly Diagnostic[];
      readonly links: readonly string[];
      readonly prefetched: Prefetch;
    }
  | { readonly kind: 'edit'; readonly paths: readonly string[] }
  /** All existing files, one per line, to detect removed ones. */
  | { readonly kind: 'existing-files'; readonly files: string }
  | { readonly kind: 'bundle'; readonly id: number; readonly bundle: Bundle }
  | { readonly kind: 'bundle-failed'; readonly id: number; readonly problems: readonly Diagnostic[] }
  | { readonly kind: 'request'; readonly id: number; readonly url: string };

/** What the main thread knows about the site. Everything is plain data, as it is posted between threads. */
export type SiteState = {
  readonly site: SiteInfo | null;
  /** Port in the configuration, or null if the configuration has errors. */
  readonly port: number | null;
  /**
   * Header rules, to apply to modules too: for example, a cross-origin isolated page refuses workers that lack its
   * headers.
   */
  readonly headers: readonly HeaderRule[];
  /** Names of page exports that are validity checks, not components. */
  readonly checkNames: readonly string[];
  readonly plugins: PluginList;
  /** All current problems of planning, bundling and rendering. */
  readonly problems: readonly Diagnostic[];
};

export type FromSite =
  | { readonly kind: 'bundle-request'; readonly id: number; readonly request: BundleRequest }
  | { readonly kind: 'state'; readonly state: SiteState }
  /**
   * The files outside of the source folders that the site's code depends on, and the absolute paths of those anywhere that
   * affect how it is compiled; they need not exist.
   */
  | { readonly kind: 'files-outside'; readonly files: readonly PolledFile[]; readonly settings: readonly string[] }
  /** Files of the bundle were damaged or removed. This thread may have loaded them: another one is needed. */
  | { readonly kind: 'bundle-damaged' }
  /** These loaders start to run. */
  | { readonly kind: 'loading'; readonly loaders: readonly string[] }
  /** Pages may have changed. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer };

export type Headers = Readonly<Record<string, string>>;

/** The response to a URL. */
export type Answer =
  | {
      readonly kind: 'text';
      readonly status: number;
      readonly type: string;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: 'file'; readonly file: string; readonly headers: Headers }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string; readonly headers: Headers }
  /** The URL belongs to a module, style or asset of the site's code, which the module server answers. */
  | { readonly kind: 'code' };
