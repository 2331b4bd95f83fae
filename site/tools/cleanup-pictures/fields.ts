import { fillFields } from '../plan/fill.ts';

export const fields = fillFields('cleanupPictures.options');
