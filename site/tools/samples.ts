/** File name of each sample picture -> last part of the message that names it, below `workspace.samples`. */
const NAMES = {
  biplane: 'biplane',
  boats: 'boats',
  'boats-worn': 'worn',
  canyon: 'canyon',
  'canyon-marked': 'marked',
  cat: 'cat',
  'cat-small': 'small',
  'cat-soft': 'soft',
  coffee: 'coffee',
  'coffee-small': 'small',
  emblem: 'emblem',
  film: 'film',
  flower: 'flower',
  house: 'house',
  'house-soft': 'soft',
  'house-shaken': 'shaken',
  rocket: 'rocket',
  sheep: 'sheep',
} as const;

export type SampleName = keyof typeof NAMES;
export type SampleWord = (typeof NAMES)[SampleName];

/** Samples that are videos. */
const FILMS: readonly string[] = ['film'];

/** A picture or video to try a tool with. `src` and `thumb` (144 × 96) are paths of `site/public`; `npm run samples` creates them. */
export type Sample = { readonly src: string; readonly thumb: string; readonly word: SampleWord };

export const sampleOf = (name: SampleName): Sample => ({
  src: `/samples/${name}.${FILMS.includes(name) ? 'webm' : 'webp'}`,
  thumb: `/samples/small/${name}.webp`,
  word: NAMES[name],
});
