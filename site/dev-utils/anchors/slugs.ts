import { slug as sluggerSlug } from 'github-slugger';
import type { InlineRules } from '../text/inline.ts';
import { type Heading, headingsOf } from './headings.ts';

export const FLAVOURS = ['github', 'gitlab', 'gitlabOld', 'sitegen'] as const;
export type SlugFlavour = (typeof FLAVOURS)[number];

export type SlugRules = InlineRules & {
  readonly slug: (text: string) => string;
  /** Suffix of duplicates. `free`: the first number whose slug is free. `count`: the number of equal headings before. */
  readonly numbering: 'free' | 'count';
  /** The slug for the `id` attribute of an HTML heading; null if the platform ignores it. */
  readonly idSlug: ((id: string) => string) | null;
};

/** All but the word characters of Ruby and Rust: letters, marks, decimal digits, letter numbers, connectors. */
const NON_WORD = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu;
const hyphenated = (text: string): string => text.toLowerCase().replace(NON_WORD, '').replace(/ /g, '-');

/** sitegen reserves ids of this form for footnotes. */
const FOOTNOTE_ID = /^fn(?:ref)?_/;

/** The rules by which each platform derives an anchor from the text of a heading. */
export const SLUG_RULES: { readonly [flavour in SlugFlavour]: SlugRules } = {
  github: { slug: hyphenated, numbering: 'free', idSlug: null, imageAlt: false },
  gitlab: { slug: hyphenated, numbering: 'free', idSlug: null, imageAlt: false },
  gitlabOld: {
    slug: (text) =>
      hyphenated(text.trim())
        .replace(/-{2,}/g, '-')
        .replace(/^(\d+)$/, 'anchor-$1'),
    numbering: 'count',
    idSlug: null,
    imageAlt: false,
  },
  sitegen: {
    slug: (text) => {
      const words = sluggerSlug(text.replace(/\s+/g, ' ')) || 'section';
      return FOOTNOTE_ID.test(words) ? words.replace('_', '-') : words;
    },
    numbering: 'free',
    idSlug: (id) => `user-content-${id}`,
    imageAlt: true,
  },
};

export type Anchor = Heading & {
  readonly slug: string;
  /** Whether the slug has a number because an equal one precedes it. */
  readonly repeated: boolean;
};

/** Assigns slugs to headings in document order. The first duplicate gets the suffix `-1`, the second `-2`. */
export const slugsOf = (headings: readonly Heading[], rules: SlugRules): readonly Anchor[] => {
  const usedSlugs = new Set<string>();
  const countByBase = new Map<string, number>();
  const assign = (heading: Heading, slug: string, repeated: boolean): Anchor => {
    usedSlugs.add(slug);
    return { ...heading, slug, repeated };
  };
  return headings.map((heading) => {
    const explicitSlug = rules.idSlug && heading.id ? rules.idSlug(heading.id) : null;
    if (explicitSlug && !usedSlugs.has(explicitSlug)) return assign(heading, explicitSlug, false);
    const base = rules.slug(heading.text);
    const equalBefore = countByBase.get(base) ?? 0;
    countByBase.set(base, equalBefore + 1);
    const numbered = (number: number) => (number === 0 ? base : `${base}-${number}`);
    let number = rules.numbering === 'count' ? equalBefore : 0;
    while (rules.numbering === 'free' && usedSlugs.has(numbered(number))) number += 1;
    return assign(heading, numbered(number), number > 0);
  });
};

/** Anchors of a document according to a platform. */
export const anchorsOf = (source: string, flavour: SlugFlavour): readonly Anchor[] => {
  const rules = SLUG_RULES[flavour];
  return slugsOf(headingsOf(source, rules), rules);
};
