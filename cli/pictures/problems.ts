import type { Diagnostic, ImageRef } from '../contract.ts';
import type { Removed } from './svg.ts';
import type { PictureSettings } from './variants.ts';

/** Returns the error for a picture that sharp could not decode or encode. */
export function encodingProblem(file: string, reason: string, { maxMegapixels }: PictureSettings): Diagnostic {
  if (/exceeds pixel limit/i.test(reason)) {
    return {
      code: 'PICTURE_TOO_LARGE',
      severity: 'error',
      message: `The picture has more than ${maxMegapixels} million pixels.`,
      hint: 'Make it smaller, or raise `pictures.maxMegapixels` in config/site.yaml.',
      file,
    };
  }
  return {
    code: 'PICTURE_UNREADABLE',
    severity: 'error',
    message: `The picture cannot be read: ${reason.split('\n')[0]}`,
    hint: 'Save it again in a picture editor, or replace it.',
    file,
  };
}

const pixelFormat = /\.(?:png|apng|jpe?g|jfif|gif|webp|avif|bmp|ico)$/i;

/** Formats of cameras, scanners and editors. At most one browser shows each of them. */
const otherFormat = /\.(heic|heif|tiff?|jxl|psd)$/i;

/** Matches an SVG file whose last element is closed. */
const closedSvg = /(?:<\/(?:[\w.-]+:)?svg\s*|\/)>(?:\s|<!--(?:(?!-->).)*-->)*$/s;

type PublishedFile = { readonly source: string; readonly ref: ImageRef; readonly isCutOff: boolean };

/**
 * Returns the warning for a file of which browsers show no picture, or a part; null for any other, and for a cut-off file that
 * is encoded, since the encoder reports it. `text`: that of the file; `isShown`: false if pages only link to it.
 */
export function unreadableWarning(
  { source: file, ref: { width, variants, video }, isCutOff }: PublishedFile,
  text: () => string,
  isShown: boolean,
): Diagnostic | null {
  const [, format] = (isShown && otherFormat.exec(file)) || [];
  if (format !== undefined)
    return {
      code: 'PICTURE_UNREADABLE',
      severity: 'warning',
      message: `Most browsers do not show pictures of the format ${format.toUpperCase()}. It is published unchanged.`,
      hint: 'Save it as JPEG, PNG, WebP or AVIF in a picture editor.',
      file,
    };
  const what =
    pixelFormat.test(file) && width === 0
      ? 'The file has the ending of a picture, but is none.'
      : /\.svg$/i.test(file) && !closedSvg.test(text())
        ? 'The picture ends before its last element is closed, so that browsers do not show it.'
        : isCutOff && !variants && !video
          ? 'The file ends before its picture does, so that browsers show a part of it at most.'
          : null;
  if (what === null) return null;
  return {
    code: 'PICTURE_UNREADABLE',
    severity: 'warning',
    message: `${what} It is published unchanged.`,
    hint: 'Save it again in a picture editor, or give it the ending of its format.',
    file,
  };
}

/** Returns the warning for an SVG file that is published without parts of it. */
export const cleanedWarning = (file: string, removed: readonly Removed[]): Diagnostic => ({
  code: 'PICTURE_CLEANED',
  severity: 'warning',
  message: `The picture is published without its ${new Intl.ListFormat('en').format(removed)}.`,
  hint: 'Remove them from the file: beside texts a picture may neither run code nor load anything.',
  file,
});
