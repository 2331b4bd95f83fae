import { fillFields } from '../plan/fill.ts';
import { REMOVE, type ToolMeta } from '../plan/meta.ts';

export const meta = {
  id: 'cleanup-pictures',
  page: 'cleanup-pictures',
  events: REMOVE,
  accepts: 'image',
  roles: ['inpaint'],
  fields: fillFields('cleanupPictures.options'),
} as const satisfies ToolMeta;
