export const CARDS = ['summary_large_image', 'summary'] as const;
export type Card = (typeof CARDS)[number];

/** Metadata of a page. Empty strings: not given. */
export type PageMeta = {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly siteName: string;
  /** URL of the card's picture. */
  readonly image: string;
  /** Texts of cards if they differ from title and description. */
  readonly socialTitle: string;
  readonly socialDescription: string;
  readonly card: Card;
};

/** Metadata of a pasted source. */
export type ParsedSource = {
  readonly kind: 'html' | 'frontMatter' | 'nothing';
  readonly meta: Partial<PageMeta>;
  /** Values of the tags by name, such as `og:title`, in document order. */
  readonly tags: { readonly [name: string]: readonly string[] };
};

export const EMPTY_SOURCE: ParsedSource = { kind: 'nothing', meta: {}, tags: {} };
