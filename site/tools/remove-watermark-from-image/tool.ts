import type { ToolWork } from '../../engine/workspace/tool.ts';
import { meta } from './meta.ts';
import { findPlan, plan } from './plan.ts';

export const work: ToolWork = {
  fields: meta.fields,
  plan,
  isInstant: () => false,
  brushes: [],
  mask: {
    select: true,
    eachStroke: false,
    goesOn: false,
    suggestions: [
      { name: 'find', label: 'workspace.mask.find', auto: true, plan: findPlan(true) },
      { name: 'text', label: 'workspace.mask.findText', auto: false, plan: findPlan(false) },
    ],
  },
  rights: true,
  keptFor: () => '',
  findings: ({ measured }) => {
    if (!measured || !('facts' in measured)) return null;
    const opacity = Number(measured.facts.opacity);
    return opacity > 0
      ? {
          key: 'removeWatermarkFromImage.options.measured',
          values: { percent: Math.round(100 * opacity) },
          messages: {},
        }
      : null;
  },
  suffix: 'clean',
  transparent: false,
};
