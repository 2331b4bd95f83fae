export type Encoded = { readonly blob: Blob; readonly quality: number };

export type QualitySearch = {
  /** Writes the picture at a quality of 1 to 100. */
  readonly encode: (quality: number) => Promise<Blob>;
  /** Bytes that the file shall not exceed; 0: any size. */
  readonly most: number;
  /** The quality that is wanted if it fits. */
  readonly highest: number;
};

/** The picture at the highest quality whose file is small enough; where none is, at the lowest. Seven tries at most. */
export const encodeWithin = async ({ encode, most, highest }: QualitySearch): Promise<Encoded> => {
  const wanted = { blob: await encode(highest), quality: highest };
  if (most <= 0 || wanted.blob.size <= most || highest <= 1) return wanted;
  let best: Encoded | null = null;
  let [low, high] = [1, highest - 1];
  while (low <= high) {
    const quality = Math.floor((low + high) / 2);
    const blob = await encode(quality);
    if (blob.size <= most) {
      best = { blob, quality };
      low = quality + 1;
    } else high = quality - 1;
  }
  return best ?? { blob: await encode(1), quality: 1 };
};
