/** One run of a tool as a visitor would do it. */
export type MemoryJob = {
  /** Path of the tool's page. */
  readonly page: string;
  /** Label of an option and its value. */
  readonly options?: { readonly [label: string]: string | number | boolean };
  /** Whether an ellipse in the middle is marked. */
  readonly mask?: true;
};

export const JOBS: { readonly [name: string]: MemoryJob } = {
  sharpen: { page: '/image-sharpener' },
  sketch: { page: '/photo-to-sketch' },
  anime: { page: '/photo-to-anime-converter' },
  logo: { page: '/remove-background-from-logo' },
  cutout: { page: '/image-background-remover' },
  cleanup: { page: '/cleanup-pictures', mask: true },
  object: { page: '/ai-object-remover', mask: true },
  watermark: { page: '/remove-watermark-from-image', mask: true },
  restoration: { page: '/photo-restoration' },
  unblur: { page: '/unblur-image' },
  hd: { page: '/hd-picture-converter' },
};
