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

/** Who publishes the site. */
export type Organization = {
  /** The site's name unless given. */
  readonly name?: string | undefined;
  /** Path below the base or absolute URL. */
  readonly logo?: string | undefined;
  /** URLs of profiles elsewhere. */
  readonly sameAs: readonly string[];
};

export type Breadcrumb = { readonly name: string; readonly path: string };

/** Texts of a page from its catalogue; `''` where there is none. */
export type SeoTexts = { readonly title: string; readonly description: string; readonly keywords: string };

/** Picture for shared links. Pixels are 0 where unknown. */
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
  /** Type of the page's structured data; null for none but the breadcrumbs. */
  readonly kind: JsonLdKind | null;
  /** From the home page to this one. */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** The entry that the page shows. */
  readonly entry?: EntrySummary;
  /** Words of the entry's text. */
  readonly words?: number;
  /** The entries that a list shows. */
  readonly entries?: readonly EntrySummary[];
  readonly pagination?: Pagination;
  readonly feeds?: readonly FeedRef[];
  /** Whether the page has a Markdown copy. */
  readonly hasCopy?: boolean;
  /** `applicationCategory` of an application; `UtilitiesApplication` unless given. */
  readonly applicationCategory?: string;
  /** For pages with no picture of their own. */
  readonly image?: ShareImage;
  /** What the page says of its own head; it has the last word. */
  readonly page?: PageHead;
};

/** What all parts of the head agree on. */
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
