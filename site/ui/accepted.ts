export type MediaKind = 'image' | 'video';

/** Value of `accept` for a file input. */
export const ACCEPT: { readonly [kind in MediaKind]: string } = {
  image:
    'image/jpeg,image/png,image/webp,image/avif,image/gif,image/bmp,image/heic,image/heif,image/jxl,.jxl,image/tiff,.tif,.tiff',
  video: 'video/mp4,.m4v,.3gp,.3g2,video/quicktime,video/webm,video/x-matroska,.mkv',
};

/** Whether a file may be of the kind; a file without a type is let through, as its content decides later. */
export const isAccepted = (file: { readonly type: string }, kind: MediaKind): boolean =>
  file.type === '' || file.type.startsWith(`${kind}/`);
