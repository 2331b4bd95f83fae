import { modelOf } from '../../engine/ops/groups/deblur.ts';
import type { Values } from '../../engine/types.ts';
import type { Finding } from '../../workspace/tool.ts';

const KINDS = {
  gaussian: 'unblurImage.options.kindGaussian',
  defocus: 'unblurImage.options.kindDefocus',
  motion: 'unblurImage.options.kindMotion',
} as const;

/** Length of motion, in pixels, from which on the motion network is better. */
const STRONG = 6;

/** The measured blur; undefined before it was measured, null where there is none. */
const measured = ({ blur }: Values) => (blur && 'facts' in blur ? modelOf(blur) : undefined);

export function isStrongMotion(values: Values): boolean {
  const model = measured(values);
  return model?.kind === 'motion' && model.length >= STRONG;
}

/** The measured blur in words; null before it was measured. */
export function finding(values: Values): Finding | null {
  const model = measured(values);
  if (model === undefined) return null;
  if (!model || model.kind === 'path') return { key: 'unblurImage.options.measuredNone', values: {}, messages: {} };
  const amount = model.kind === 'gaussian' ? model.sigma : model.kind === 'defocus' ? model.radius : model.length;
  const numbers = { amount: Math.round(amount * 10) / 10 };
  const kind = KINDS[model.kind];
  if (isStrongMotion(values)) {
    const messages = { kind, method: 'unblurImage.options.methodMotion' };
    return { key: 'unblurImage.options.measuredMotion', values: numbers, messages };
  }
  return { key: 'unblurImage.options.measured', values: numbers, messages: { kind } };
}
