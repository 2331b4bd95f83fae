export type Encoded = { readonly blob: Blob; readonly quality: number };

export type QualitySearch = {
  /** Encodes the picture at a quality of 1 to 100. */
  readonly encode: (quality: number) => Promise<Blob>;
  /** Maximum size of the file; 0: no limit. */
  readonly maxBytes: number;
  /** The quality to use if the file fits. */
  readonly maxQuality: number;
};

const MAX_ENCODINGS = 8;

/**
 * Encodes at the highest quality whose file fits, or at quality 1 if none does. Each of at most eight encodings is a guess
 * by the sizes so far, as close to it as bisection in the remaining ones allows: a large picture takes seconds for each.
 */
export const encodeWithin = async ({ encode, maxBytes, maxQuality }: QualitySearch): Promise<Encoded> => {
  const preferred = { blob: await encode(maxQuality), quality: maxQuality };
  if (maxBytes <= 0 || preferred.blob.size <= maxBytes || maxQuality <= 1) return preferred;
  let best: Encoded | null = null;
  let tooLarge: Encoded = preferred;
  for (let left = MAX_ENCODINGS - 2; ; left--) {
    const [low, high] = [(best?.quality ?? 0) + 1, tooLarge.quality - 1];
    if (low > high) return best ?? tooLarge;
    // Qualities that the encodings after this one can bisect.
    const reach = 2 ** Math.max(0, left) - 1;
    const guess = Math.floor(guessQuality(tooLarge, best, maxBytes));
    const quality = Math.min(high, low + reach, Math.max(low, high - reach, guess));
    const encoded = { blob: await encode(quality), quality };
    if (encoded.blob.size <= maxBytes) best = encoded;
    else tooLarge = encoded;
  }
};

/** JPEG files of a photograph have sizes of nearly `x / (MODEL_END - quality)`: those of 50 to 92 differ by at most 16 % from it. */
const MODEL_END = 105;

/** The quality at which the inverse of the size, nearly a line, reaches that of the target. */
function guessQuality(tooLarge: Encoded, best: Encoded | null, maxBytes: number): number {
  const known = best ? { at: best.quality, inverse: 1 / best.blob.size } : { at: MODEL_END, inverse: 0 };
  const fraction = (1 / maxBytes - 1 / tooLarge.blob.size) / (known.inverse - 1 / tooLarge.blob.size);
  return tooLarge.quality + fraction * (known.at - tooLarge.quality);
}
