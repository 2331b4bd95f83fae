import type { StoredRules } from '../parts/stored.ts';
import { CARDS, type PageMeta } from './page.ts';

export type SeoFields = PageMeta & {
  /** Pasted HTML or front matter. */
  readonly paste: string;
  /** The search query to check against. */
  readonly keyword: string;
};

const EMPTY = {
  title: '',
  description: '',
  url: '',
  siteName: '',
  image: '',
  socialTitle: '',
  socialDescription: '',
  card: 'summary_large_image',
  paste: '',
  keyword: '',
} as const satisfies SeoFields;

export const SEO_RULES: StoredRules<SeoFields> = { version: 1, initial: EMPTY, choices: { card: CARDS } };

/** An example page whose description is too long for a phone. */
export const EXAMPLE: SeoFields = {
  ...EMPTY,
  title: 'How to scan old prints so that they can be restored',
  description:
    'Clean the glass, choose 600 dpi, save as TIFF or PNG: what matters when you scan old photographs, and which switches of the scanner software to leave off.',
  url: 'https://example.com/blog/scanning-prints',
  siteName: 'Field notes',
  image: 'https://example.com/blog/scanning-prints.jpg',
  keyword: 'scan old photos',
};
