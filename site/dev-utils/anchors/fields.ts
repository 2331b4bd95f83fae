import type { StoredRules } from '../parts/stored.ts';
import { FLAVOURS, type SlugFlavour } from './slugs.ts';
import { TOC_FORMATS, type TocFormat } from './toc.ts';

export type AnchorFields = {
  readonly source: string;
  readonly flavour: SlugFlavour;
  readonly base: string;
  readonly format: TocFormat;
  readonly minLevel: number;
  readonly maxLevel: number;
  readonly encode: boolean;
  readonly start: string;
  readonly end: string;
};

export const ANCHOR_RULES: StoredRules<AnchorFields> = {
  version: 1,
  initial: {
    source: '',
    flavour: 'github',
    base: '',
    format: 'markdown',
    minLevel: 2,
    maxLevel: 4,
    encode: false,
    start: '',
    end: '',
  },
  choices: { flavour: FLAVOURS, format: TOC_FORMATS, minLevel: [1, 2, 3, 4, 5, 6], maxLevel: [1, 2, 3, 4, 5, 6] },
};
