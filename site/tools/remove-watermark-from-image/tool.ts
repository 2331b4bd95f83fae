import type { Plain, Value } from '../../engine/types.ts';
import type { ToolWork } from '../../workspace/tool.ts';
import { fields } from './fields.ts';
import { commonPlan, findPlan, plan } from './plan.ts';

/** Which of the compared pictures have the watermark. */
function presentIn(common: Value): readonly Plain[] {
  const present = 'facts' in common ? common.facts.present : null;
  return Array.isArray(present) ? present : [];
}

export const work: ToolWork = {
  fields,
  main: ['method', 'opacity', 'residue'],
  automatic: true,
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
    together: {
      min: 3,
      max: 8,
      plan: commonPlan,
      share: ({ common }, index) => (common && presentIn(common)[index] ? { common } : {}),
    },
  },
  rights: true,
  keptFor: ({ method, opacityFrom }) => `${method} ${opacityFrom}`,
  findings: ({ common, measured }) => {
    const opacity = measured && 'facts' in measured ? Number(measured.facts.opacity) : 0;
    if (common && 'facts' in common)
      return { key: 'workspace.mask.common', values: { count: Number(common.facts.count) }, messages: {} };
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
