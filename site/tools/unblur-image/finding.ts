import { modelOf } from '../../engine/ops/groups/deblur.ts';
import type { Values } from '../../engine/types.ts';
import type { Finding } from '../../engine/workspace/tool.ts';

const KINDS = {
  gaussian: 'unblurImage.options.kindGaussian',
  defocus: 'unblurImage.options.kindDefocus',
  motion: 'unblurImage.options.kindMotion',
} as const;

/** From this length on, in pixels, motion is better left to the network for it. */
const STRONG = 6;

/** The measured blur in words; null before it was measured. */
export function finding({ blur }: Values): Finding | null {
  if (!blur || !('facts' in blur)) return null;
  const model = modelOf(blur);
  if (!model || model.kind === 'path') return { key: 'unblurImage.options.measuredNone', values: {}, messages: {} };
  const amount = model.kind === 'gaussian' ? model.sigma : model.kind === 'defocus' ? model.radius : model.length;
  const values = { amount: Math.round(amount * 10) / 10 };
  const kind = KINDS[model.kind];
  if (model.kind === 'motion' && model.length >= STRONG) {
    const messages = { kind, method: 'unblurImage.options.methodMotion' };
    return { key: 'unblurImage.options.measuredMotion', values, messages };
  }
  return { key: 'unblurImage.options.measured', values, messages: { kind } };
}
