export type Encoded = { readonly blob: Blob; readonly quality: number };

export type QualitySearch = {
  /** Encodes the picture at a quality of 1 to 100. */
  readonly encode: (quality: number) => Promise<Blob>;
  /** Maximum size of the file; 0: no limit. */
  readonly maxBytes: number;
  /** The quality to use if the file fits. */
  readonly maxQuality: number;
};

/** Encodes at the highest quality whose file fits, or at quality 1 if none does. A binary search of at most eight encodings. */
export const encodeWithin = async ({ encode, maxBytes, maxQuality }: QualitySearch): Promise<Encoded> => {
  const preferred = { blob: await encode(maxQuality), quality: maxQuality };
  if (maxBytes <= 0 || preferred.blob.size <= maxBytes || maxQuality <= 1) return preferred;
  let best: Encoded | null = null;
  let [low, high] = [1, maxQuality - 1];
  while (low <= high) {
    const quality = Math.floor((low + high) / 2);
    const blob = await encode(quality);
    if (blob.size <= maxBytes) {
      best = { blob, quality };
      low = quality + 1;
    } else high = quality - 1;
  }
  return best ?? { blob: await encode(1), quality: 1 };
};
