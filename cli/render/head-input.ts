import type { EntrySummary, FeedRef, PageHead, Pagination, SiteInfo } from '../contract.ts';
import type { Route } from '../routes/types.ts';

export type JsonLdKind =
  | 'WebSite'
  | 'WebPage'
  | 'WebApplication'
  | 'SoftwareApplication'
  | 'AboutPage'
  | 'ContactPage'
  | 'CollectionPage'
  | 'ProfilePage'
  | 'Article'
  | 'TechArticle'
  | 'Blog'
  | 'BlogPosting';

/** The publisher of the site. */
export type Organization = {
  /** Default: the site's name. */
  readonly name?: string | undefined;
  /** Path below the base or absolute URL. */
  readonly logo?: string | undefined;
  /** URLs of profiles elsewhere. */
  readonly sameAs: readonly string[];
};

export type Breadcrumb = { readonly name: string; readonly path: string };

/** Texts of a page from its catalogue; `''` if there is none. */
export type SeoTexts = { readonly title: string; readonly description: string; readonly keywords: string };

/** Picture for previews of shared links. Width and height are in pixels, 0 if unknown. */
export type ShareImage = {
  /** Path below the base or absolute URL. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
};

export type HeadInput = {
  readonly site: SiteInfo;
  readonly organization: Organization | null;
  readonly route: Route;
  readonly seo: SeoTexts;
  /** Type of the page's structured data; null: only breadcrumbs. */
  readonly kind: JsonLdKind | null;
  /** From the home page to this one. */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** The entry that the page shows. */
  readonly entry?: EntrySummary;
  /** Number of words of the entry's text. */
  readonly words?: number;
  /** The entries that a list shows. */
  readonly entries?: readonly EntrySummary[];
  readonly pagination?: Pagination;
  readonly feeds?: readonly FeedRef[];
  /** Whether the page has a Markdown copy. */
  readonly hasCopy?: boolean;
  /** `applicationCategory` of an application; default: `UtilitiesApplication`. */
  readonly applicationCategory?: string;
  /** Picture for pages without one of their own. */
  readonly image?: ShareImage;
  /** Head that the page sets itself; it overrides the rest. */
  readonly page?: PageHead;
};

/** Values that several parts of the head contain. */
export type PageFacts = {
  readonly title: string;
  readonly description: string;
  /** Absolute URL of the page. */
  readonly url: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly image: ShareImage | null;
  readonly alternates: Readonly<Record<string, string>>;
};
