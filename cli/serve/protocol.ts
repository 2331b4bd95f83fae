import type { Bundle, BundleRequest } from '../bundle/bundle.ts';
import type { ConfigOverrides } from '../config/types.ts';
import type { Diagnostic, SiteInfo } from '../contract.ts';
import type { HeaderRule } from '../emit/hosts.ts';
import type { PluginList } from '../plugins/load.ts';
import type { Prefetch } from '../sources/prefetch.ts';

/** The options of the site's thread. */
export type SiteOptions = {
  /** Absolute folder of the site. */
  readonly root: string;
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  /** ISO date: entries dated later stay out unless drafts are shown. */
  readonly today: string;
};

export type ToSite =
  /** The first message: all source files, one per line, problems of listing them, and files that were read ahead. */
  | {
      readonly kind: 'files';
      readonly files: string;
      readonly problems: readonly Diagnostic[];
      readonly ahead: Prefetch;
    }
  | { readonly kind: 'edit'; readonly paths: readonly string[] }
  /** All existing files, one per line, so that the site notices removed ones. */
  | { readonly kind: 'present'; readonly files: string }
  | { readonly kind: 'bundle'; readonly id: number; readonly bundle: Bundle }
  | { readonly kind: 'bundle-failed'; readonly id: number; readonly problems: readonly Diagnostic[] }
  | { readonly kind: 'request'; readonly id: number; readonly url: string };

/** What the main thread needs to know of the site. */
export type SiteState = {
  readonly site: SiteInfo | null;
  /** Port of the configuration, or null if that could not be read. */
  readonly port: number | null;
  /** Headers of modules; a cross-origin isolated page, for one, refuses workers without them. */
  readonly headers: readonly HeaderRule[];
  /** Names of exports of pages that are route checks, not components. */
  readonly checks: readonly string[];
  readonly plugins: PluginList;
  /** All current problems of plan and code. */
  readonly problems: readonly Diagnostic[];
};

export type FromSite =
  | { readonly kind: 'bundle-request'; readonly id: number; readonly request: BundleRequest }
  | { readonly kind: 'state'; readonly state: SiteState }
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
  /** The URL of a module, style or asset of the site's code. */
  | { readonly kind: 'code' };
