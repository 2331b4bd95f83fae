import type { Bundle, BundleRequest } from '../bundle/bundle.ts';
import type { ConfigOverrides } from '../config/types.ts';
import type { Diagnostic, SiteInfo } from '../contract.ts';
import type { HeaderRule } from '../emit/hosts.ts';
import type { Ahead } from '../sources/ahead.ts';

/** What the site's thread is started with. */
export type SiteOptions = {
  /** Absolute folder of the site. */
  readonly root: string;
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  /** ISO date: entries dated later stay out unless drafts are shown. */
  readonly today: string;
};

export type ToSite =
  /** Comes first: all source files, a line each, what was left out of them, and the beginnings of some. */
  | {
      readonly kind: 'files';
      readonly files: string;
      readonly problems: readonly Diagnostic[];
      readonly ahead: Ahead;
    }
  | { readonly kind: 'edit'; readonly paths: readonly string[] }
  /** All files that are there, a line each; those that the site still thinks it has are gone. */
  | { readonly kind: 'present'; readonly files: string }
  | { readonly kind: 'bundle'; readonly id: number; readonly bundle: Bundle }
  | { readonly kind: 'bundle-failed'; readonly id: number; readonly problems: readonly Diagnostic[] }
  | { readonly kind: 'ask'; readonly id: number; readonly url: string };

/** What the main thread must know of the site. */
export type SiteState = {
  readonly site: SiteInfo | null;
  /** Port of the configuration, where it could be read. */
  readonly port: number | null;
  /** What modules are sent with: a worker, too, is only let into a page that is cut off from others with these. */
  readonly headers: readonly HeaderRule[];
  /** Names that pages export for their checks: no components. */
  readonly checks: readonly string[];
  /** All that is wrong at present, in plan and code. */
  readonly problems: readonly Diagnostic[];
};

export type FromSite =
  | { readonly kind: 'bundle-request'; readonly id: number; readonly request: BundleRequest }
  | { readonly kind: 'state'; readonly state: SiteState }
  /** Pages may look different now. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer };

export type Headers = Readonly<Record<string, string>>;

/** What to send for a URL. */
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
