export const CARDS = ['summary_large_image', 'summary'] as const;
export type Card = (typeof CARDS)[number];

/** What a page says of itself. Empty: nothing. */
export type PageMeta = {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly siteName: string;
  /** Address of the picture of cards. */
  readonly image: string;
  /** Words for cards, where they differ from title and description. */
  readonly socialTitle: string;
  readonly socialDescription: string;
  readonly card: Card;
};

/** What a pasted source held. */
export type Found = {
  readonly kind: 'html' | 'frontMatter' | 'nothing';
  readonly meta: Partial<PageMeta>;
  /** Tags by name, such as `og:title`, with what they say, in order. */
  readonly tags: { readonly [name: string]: readonly string[] };
};

export const NOTHING_FOUND: Found = { kind: 'nothing', meta: {}, tags: {} };
