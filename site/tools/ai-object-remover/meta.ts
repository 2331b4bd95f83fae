import { REMOVE, type ToolMeta } from '../meta.ts';
import { fillFields } from '../plan/fill.ts';

export const meta = {
  id: 'ai-object-remover',
  page: 'ai-object-remover',
  events: REMOVE,
  accepts: 'image',
  roles: ['segment-encode', 'segment-decode', 'inpaint', 'detect-text', 'detect-people', 'matte'],
  fields: fillFields('aiObjectRemover.options'),
} as const satisfies ToolMeta;
