import { modelOf } from '../../engine/ops/groups/deblur.ts';
import type { Values } from '../../engine/types.ts';
import type { Finding } from '../../engine/workspace/tool.ts';

const KINDS = {
  gaussian: 'unblurImage.options.kindGaussian',
  defocus: 'unblurImage.options.kindDefocus',
  motion: 'unblurImage.options.kindMotion',
} as const;

/** The measured blur in words; null before it was measured. */
export function finding({ blur }: Values): Finding | null {
  if (!blur || !('facts' in blur)) return null;
  const model = modelOf(blur);
  if (!model || model.kind === 'path') return { key: 'unblurImage.options.measuredNone', values: {}, messages: {} };
  const amount = model.kind === 'gaussian' ? model.sigma : model.kind === 'defocus' ? model.radius : model.length;
  const values = { amount: Math.round(amount * 10) / 10 };
  return { key: 'unblurImage.options.measured', values, messages: { kind: KINDS[model.kind] } };
}
