import type { ToolName } from '../../../tools/meta.ts';
import type { Traits } from './traits.ts';

/** Why a tool is suggested: last part of a message below `home.suggest`. */
export type Reason =
  | 'old'
  | 'small'
  | 'blurred'
  | 'soft'
  | 'logo'
  | 'screenshot'
  | 'portrait'
  | 'anime'
  | 'object'
  | 'background'
  | 'drawing';

export type Suggestion = { readonly tool: ToolName; readonly reason: Reason };

/** Longer side in pixels below which a picture is small for a screen or a print. */
const SMALL_PX = 1000;

/**
 * Edge ratios below which a picture is blurred, or soft. A step that a Gaussian of σ pixels blurs has about
 * `1 / (2 √π σ (12 − 1.13 σ))`: 0.022 for σ = 1.3, 0.034 for σ = 0.8; a sharp one has 0.08.
 */
const BLURRED_RATIO = 0.022;
const SOFT_RATIO = 0.034;

/** Tonal range below which a picture has faded: of 65 photographs and drawings without damage, three have less. */
const FADED_RANGE = 0.6;

/** What most pictures are opened for. */
const DEFAULTS: readonly Suggestion[] = [
  { tool: 'aiObjectRemover', reason: 'object' },
  { tool: 'imageBackgroundRemover', reason: 'background' },
  { tool: 'photoToSketch', reason: 'drawing' },
];

/** The three tools that suit a picture best, each once. */
export function suggestionsFor(traits: Traits): readonly Suggestion[] {
  const found = [...suitableSuggestions(traits), ...DEFAULTS];
  return found.filter(({ tool }, index) => found.findIndex((other) => other.tool === tool) === index).slice(0, 3);
}

function suitableSuggestions(traits: Traits): readonly Suggestion[] {
  const { width, height, edgeRatio } = traits;
  const small: readonly Suggestion[] =
    Math.max(width, height) < SMALL_PX ? [{ tool: 'hdPictureConverter', reason: 'small' }] : [];
  if (isLogo(traits)) return [{ tool: 'removeBackgroundFromLogo', reason: 'logo' }, ...small];
  if (isScreenshot(traits)) return [{ tool: 'cleanupPictures', reason: 'screenshot' }, ...small];
  const blur: readonly Suggestion[] =
    edgeRatio < BLURRED_RATIO
      ? [{ tool: 'unblurImage', reason: 'blurred' }]
      : edgeRatio < SOFT_RATIO
        ? [{ tool: 'imageSharpener', reason: 'soft' }]
        : [];
  if (traits.isMonochrome || traits.tonalRange < FADED_RANGE)
    return [{ tool: 'photoRestoration', reason: 'old' }, ...small, ...blur];
  const portrait: readonly Suggestion[] = isPortrait(traits)
    ? [
        { tool: 'imageBackgroundRemover', reason: 'portrait' },
        { tool: 'photoToAnimeConverter', reason: 'anime' },
      ]
    : [];
  return [...small, ...blur, ...portrait];
}

/** Maximum lines of text in a logo: a name, and what stands around it. */
const MAX_LOGO_LINES = 6;

/** Few flat colours: on a border of one colour, on a clear background, or in a small picture. Not a page of text. */
const isLogo = ({ flatFraction, bandCount, borderFraction, colourCount, clearFraction, ...size }: Traits): boolean =>
  flatFraction > 0.6 &&
  bandCount <= MAX_LOGO_LINES &&
  colourCount <= 12 &&
  (borderFraction > 0.9 || clearFraction > 0.2 || Math.max(size.width, size.height) < SMALL_PX);

/** Large flat areas, text and controls, stored without loss. */
const isScreenshot = ({ flatFraction, isPng, width, height }: Traits): boolean =>
  isPng && flatFraction > 0.45 && Math.max(width, height) >= 600;

/** Upright or square, with skin in the middle that does not go on at the edges. */
const isPortrait = ({ width, height, skinFraction, skinAtEdges }: Traits): boolean =>
  height >= 0.95 * width && skinFraction > 0.15 && skinFraction < 0.8 && skinAtEdges < skinFraction / 2;
