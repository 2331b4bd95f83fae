export type PictureFormat = 'image/webp' | 'image/jpeg' | 'image/png';

const EXTENSION: { readonly [format in PictureFormat]: string } = {
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** `holiday.png` as WebP: `holiday.webp`. */
export const renamed = (name: string, format: PictureFormat): string =>
  `${name.replace(/\.[^./]+$/, '')}.${EXTENSION[format]}`;

/** Share that was saved, in whole percent; negative where the result is larger. */
export const savedPercent = (before: number, after: number): number =>
  before > 0 ? Math.round((1 - after / before) * 100) : 0;

/**
 * Writes a picture in another format by the browser's own encoder; metadata are left out. `quality` is 0 to 1.
 * Rejects where the file is no picture or the browser cannot write the format.
 */
export const convertPicture = async (file: Blob, format: PictureFormat, quality: number): Promise<Blob> => {
  const bitmap = await createImageBitmap(file);
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    if (format === 'image/jpeg') {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, bitmap.width, bitmap.height);
    }
    context.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: format, quality });
    if (blob.type !== format) throw new Error(format);
    return blob;
  } finally {
    bitmap.close();
  }
};
