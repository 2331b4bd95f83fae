import { expect, test } from 'vitest';
import { finding } from '../../../../site/tools/unblur-image/finding.ts';
import { work } from '../../../../site/tools/unblur-image/tool.ts';
import { planOf } from './plan-of.ts';

const blur = (facts: { readonly [name: string]: string | number }) => ({ blur: { facts } });

test('the message reports kind and amount of the measured blur', () => {
  expect(finding(blur({ kind: 'gaussian', sigma: 2.04, noiseToSignal: 0.001 }))).toEqual({
    key: 'unblurImage.options.measured',
    values: { amount: 2 },
    messages: { kind: 'unblurImage.options.kindGaussian' },
  });
  expect(finding(blur({ kind: 'motion', length: 4.2, angle: 30 }))?.key).toBe('unblurImage.options.measured');
  expect(finding(blur({ kind: 'motion', length: 11.37, angle: 30 }))).toEqual({
    key: 'unblurImage.options.measuredMotion',
    values: { amount: 11.4 },
    messages: { kind: 'unblurImage.options.kindMotion', method: 'unblurImage.options.methodMotion' },
  });
  expect(finding(blur({ kind: 'none', noiseToSignal: 0.001 }))?.key).toBe('unblurImage.options.measuredNone');
  expect(finding({})).toBeNull();
});

test('a drawn motion path is used, and an empty one is measured', () => {
  const kernelFor = (path: string) => {
    const plan = planOf(work, { options: { method: 'wiener', kind: 'path', path } });
    return plan.steps.find(({ op }) => op === 'deblur.wiener')?.params;
  };
  expect(kernelFor('1,2 4.5,6 9,6')).toMatchObject({
    model: {
      kind: 'path',
      points: [
        [1, 2],
        [4.5, 6],
        [9, 6],
      ],
    },
  });
  expect(kernelFor('')).toMatchObject({ model: null });
  expect(kernelFor('7,7')).toMatchObject({ model: null });
});
