/**
 * What each tool makes of which sample; `film`: of a film of it. `mask`: ellipses `[x, y, rx, ry]` in shares of the picture; `options`: label
 * and value of a choice.
 */
export const RESULTS = {
  'photo-restoration': { picture: 'boats-worn' },
  'unblur-image': { picture: 'house-soft' },
  'image-sharpener': { picture: 'cat-soft' },
  'hd-picture-converter': { picture: 'coffee-small' },
  'image-background-remover': { picture: 'coffee' },
  'remove-background-from-logo': { picture: 'emblem' },
  'remove-watermark-from-image': { picture: 'canyon-marked' },
  'cleanup-pictures': {
    picture: 'canyon',
    mask: [
      [0.276, 0.72, 0.018, 0.16],
      [0.275, 0.845, 0.155, 0.055],
      [0.34, 0.8, 0.04, 0.06],
      [0.252, 0.78, 0.02, 0.035],
    ],
  },
  'ai-object-remover': { picture: 'sheep', mask: [[0.15, 0.26, 0.14, 0.2]] },
  'photo-to-anime-converter': { picture: 'coffee' },
  'photo-to-sketch': { picture: 'cat' },
  'remove-watermark-from-video': { picture: 'house', film: true },
};
