import { REMOVE, type ToolMeta } from '../meta.ts';
import { fillFields } from '../plan/fill.ts';

export const meta = {
  id: 'cleanup-pictures',
  page: 'cleanup-pictures',
  events: REMOVE,
  accepts: 'image',
  roles: ['inpaint'],
  fields: fillFields('cleanupPictures.options'),
} as const satisfies ToolMeta;
