import type { StoredRules } from '../parts/stored.ts';
import { PARAGRAPH_FORMATS } from './blocks.ts';
import type { MarksOptions } from './convert.ts';
import { PUNCTUATION } from './punctuation.ts';
import { QUOTE_STYLES } from './quotes.ts';

export type MarksFields = MarksOptions & { readonly source: string; readonly showDiff: boolean };

export const SOURCE_FORMATS = ['auto', ...PARAGRAPH_FORMATS] as const;
export const TARGET_FORMATS = ['keep', ...PARAGRAPH_FORMATS] as const;

export const MARKS_RULES: StoredRules<MarksFields> = {
  version: 1,
  initial: {
    source: '',
    from: 'auto',
    to: 'pTags',
    keepBreaks: true,
    literal: true,
    indent: false,
    punctuation: 'keep',
    onlyBesideCjk: true,
    digits: false,
    spacing: false,
    quotes: 'keep',
    apostrophe: false,
    dashes: false,
    ellipsis: false,
    showDiff: false,
  },
  choices: { from: SOURCE_FORMATS, to: TARGET_FORMATS, punctuation: PUNCTUATION, quotes: QUOTE_STYLES },
};
