/** Sample pictures for those who have none at hand; `npm run samples` makes them (scripts/samples). */

/** `src` and `thumb` (144 × 96) are paths of `site/public`; `nameKey`: the message that names the picture. */
export type Sample = { readonly src: string; readonly thumb: string; readonly nameKey: SampleKey };

type SampleKey = (typeof NAMES)[SampleName];
type SampleName = keyof typeof NAMES;

/** File name -> key of its name; whole keys, so that they go with the pages that name them. */
const NAMES = {
  biplane: 'workspace.samples.biplane',
  boats: 'workspace.samples.boats',
  'boats-worn': 'workspace.samples.worn',
  canyon: 'workspace.samples.canyon',
  'canyon-marked': 'workspace.samples.marked',
  cat: 'workspace.samples.cat',
  'cat-small': 'workspace.samples.small',
  'cat-soft': 'workspace.samples.soft',
  coffee: 'workspace.samples.coffee',
  'coffee-small': 'workspace.samples.small',
  emblem: 'workspace.samples.emblem',
  flower: 'workspace.samples.flower',
  house: 'workspace.samples.house',
  'house-soft': 'workspace.samples.soft',
  'house-shaken': 'workspace.samples.shaken',
  rocket: 'workspace.samples.rocket',
  sheep: 'workspace.samples.sheep',
} as const;

const OF_TOOL: Readonly<Record<string, readonly SampleName[]>> = {
  'photo-restoration': ['boats-worn', 'canyon', 'sheep'],
  'unblur-image': ['house-soft', 'cat-soft', 'house-shaken'],
  'image-sharpener': ['cat-soft', 'sheep', 'canyon'],
  'hd-picture-converter': ['coffee-small', 'cat-small', 'emblem'],
  'image-background-remover': ['flower', 'coffee', 'cat', 'biplane'],
  'remove-background-from-logo': ['emblem', 'flower'],
  'remove-watermark-from-image': ['canyon-marked'],
  'cleanup-pictures': ['canyon', 'boats', 'coffee'],
  'ai-object-remover': ['sheep', 'house', 'coffee'],
  'photo-to-anime-converter': ['rocket', 'coffee', 'cat', 'house'],
  'photo-to-sketch': ['cat', 'boats', 'house', 'flower'],
};

/** The samples that show well what a tool does; `tool`: the id of its page. None for tools of video. */
export const samplesOf = (tool: string): readonly Sample[] =>
  (OF_TOOL[tool] ?? []).map((name) => ({
    src: `/samples/${name}.webp`,
    thumb: `/samples/small/${name}.webp`,
    nameKey: NAMES[name],
  }));
