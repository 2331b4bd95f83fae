import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { plan } from './plan.ts';

export const work: ToolWork = {
  fields,
  main: ['background', 'colour', 'colourFrom', 'colourTo', 'angle', 'blurAmount', 'ground', 'shadow'],
  automatic: true,
  plan,
  isInstant: () => false,
  brushes: ['keep', 'erase'],
  mask: { select: true, eachStroke: false, goesOn: false, suggestions: [] },
  keptFor: ({ model, thorough }) => `${model ?? ''} ${thorough}`,
  lack: ({ presence }) =>
    presence && 'facts' in presence && !presence.facts.present ? 'imageBackgroundRemover.options.noSubject' : null,
  suffix: 'cut-out',
  transparent: true,
};
