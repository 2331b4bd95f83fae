import { slug as sluggerSlug } from 'github-slugger';
import type { InlineRules } from '../text/inline.ts';
import { type Heading, headingsOf } from './headings.ts';

export const FLAVOURS = ['github', 'gitlab', 'gitlabOld', 'sitegen'] as const;
export type SlugFlavour = (typeof FLAVOURS)[number];

export type SlugRules = InlineRules & {
  readonly slug: (text: string) => string;
  /** `free`: the next number whose slug is not taken. `count`: how often the same words came before, taken or not. */
  readonly numbering: 'free' | 'count';
  /** What an id that the author gave to an HTML heading becomes; null where the words decide all the same. */
  readonly ownId: ((id: string) => string) | null;
};

/** What Ruby and Rust call the characters of words: letters, marks, decimal digits, letter numbers, connectors. */
const NOT_WORDS = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu;
const hyphenated = (text: string): string => text.toLowerCase().replace(NOT_WORDS, '').replace(/ /g, '-');

/** Ids of this form belong to footnotes in what sitegen writes. */
const FOOTNOTE = /^fn(?:ref)?_/;

/** How each platform makes an anchor from the words of a heading. */
export const SLUG_RULES: { readonly [flavour in SlugFlavour]: SlugRules } = {
  github: { slug: hyphenated, numbering: 'free', ownId: null, imageAlt: false },
  gitlab: { slug: hyphenated, numbering: 'free', ownId: null, imageAlt: false },
  gitlabOld: {
    slug: (text) =>
      hyphenated(text.trim())
        .replace(/-{2,}/g, '-')
        .replace(/^(\d+)$/, 'anchor-$1'),
    numbering: 'count',
    ownId: null,
    imageAlt: false,
  },
  sitegen: {
    slug: (text) => {
      const words = sluggerSlug(text.replace(/\s+/g, ' ')) || 'section';
      return FOOTNOTE.test(words) ? words.replace('_', '-') : words;
    },
    numbering: 'free',
    ownId: (id) => `user-content-${id}`,
    imageAlt: true,
  },
};

export type Anchor = Heading & {
  readonly slug: string;
  /** The same words came before, so the slug was numbered. */
  readonly repeated: boolean;
};

/** Slugs of headings in their order; the second of a kind gets `-1`, the third `-2`. */
export const slugsOf = (headings: readonly Heading[], rules: SlugRules): readonly Anchor[] => {
  const taken = new Set<string>();
  const seen = new Map<string, number>();
  const take = (heading: Heading, slug: string, repeated: boolean): Anchor => {
    taken.add(slug);
    return { ...heading, slug, repeated };
  };
  return headings.map((heading) => {
    const own = rules.ownId && heading.id ? rules.ownId(heading.id) : null;
    if (own && !taken.has(own)) return take(heading, own, false);
    const base = rules.slug(heading.text);
    const before = seen.get(base) ?? 0;
    seen.set(base, before + 1);
    const named = (number: number) => (number === 0 ? base : `${base}-${number}`);
    let number = rules.numbering === 'count' ? before : 0;
    while (rules.numbering === 'free' && taken.has(named(number))) number += 1;
    return take(heading, named(number), number > 0);
  });
};

/** Anchors of a whole document as a platform makes them. */
export const anchorsOf = (source: string, flavour: SlugFlavour): readonly Anchor[] => {
  const rules = SLUG_RULES[flavour];
  return slugsOf(headingsOf(source, rules), rules);
};
