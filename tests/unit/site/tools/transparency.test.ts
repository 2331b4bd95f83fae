import { expect, it } from 'vitest';
import { runSteps } from '../../../../site/engine/jobs/run.ts';
import { NO_MODELS } from '../../../../site/engine/manifest.ts';
import { ops } from '../../../../site/engine/ops/registry.ts';
import { resizePixels } from '../../../../site/engine/ops/resize/resize.ts';
import type { Mask, Pixels } from '../../../../site/engine/types.ts';
import { work as remover } from '../../../../site/tools/image-background-remover/tool.ts';
import type { Options } from '../../../../site/workspace/tool.ts';
import { planOf } from './plan-of.ts';

const SIZE = { width: 200, height: 160 } as const;
const IGNORED = () => undefined;

/** A cut-out: a red disc, half transparent below, with a clear hole, before clear pixels with a colour that nobody sees. */
const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height);
for (let y = 0, i = 0; y < SIZE.height; y++)
  for (let x = 0; x < SIZE.width; x++, i++) {
    const radius = Math.hypot(x - 100, y - 80);
    const alpha = radius >= 60 || radius < 6 ? 0 : y < 100 ? 255 : 128;
    data.set(alpha > 0 ? [220, 40, 40, alpha] : [0, 90, 0, 0], 4 * i);
  }
const cutOut: Pixels = { ...SIZE, data };

/** Brush strokes over all pixels. */
const everywhere = ({ width, height }: Pixels): Mask => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(255),
});

type Way = { readonly options: Options; readonly preview?: boolean; readonly keeps?: boolean };

async function removed(picture: Pixels, { options, preview = false, keeps = false }: Way): Promise<Pixels> {
  const { width, height } = picture;
  const given = keeps ? ['keep'] : [];
  const plan = planOf(remover, { options, preview, given, size: { width, height }, manifest: NO_MODELS });
  const values = { picture, ...(keeps && { keep: everywhere(picture) }) };
  const found = await runSteps(
    { steps: plan.steps, values, results: [plan.result], tileSide: 0 },
    {
      table: ops as never,
      signal: new AbortController().signal,
      report: { stage: IGNORED, done: IGNORED, plan: IGNORED, expect: IGNORED },
      now: () => 0,
      model: () => Promise.reject(new Error('no network here')),
    },
  );
  return found[plan.result] as Pixels;
}

const preview = resizePixels(cutOut, { width: 100, height: 80, kernel: 'area', linear: true });

it.each<[string, Pixels, Way]>([
  ['with clean edges', cutOut, { options: { decontaminate: true } }],
  ['without clean edges', cutOut, { options: { decontaminate: false } }],
  ['where everything is painted to be kept', cutOut, { options: {}, keeps: true }],
  ['with a moved edge', cutOut, { options: { edgeShift: 4, edgeSoftness: 3 } }],
  ['before a blurred background', cutOut, { options: { background: 'blur' } }],
  ['before a blurred background, with a shadow', cutOut, { options: { background: 'blur', shadow: true } }],
  ['in a preview', preview, { options: {}, preview: true }],
])('the background remover makes no pixel more opaque than it was: %s', async (_, picture, way) => {
  const result = await removed(picture, way);
  const increased = [...result.data.keys()].filter((at) => at % 4 === 3 && result.data[at]! > picture.data[at]!);
  expect(increased).toEqual([]);
  const solid = 4 * (Math.round(0.35 * picture.height) * picture.width + picture.width / 2);
  expect([...result.data.subarray(solid, solid + 4)]).toEqual([220, 40, 40, 255]);
});

it('the background remover shows a new background through the transparency of the picture', async () => {
  const result = await removed(cutOut, { options: { background: 'colour', colour: '#0000ff' } });
  const at = (x: number, y: number) => [
    ...result.data.subarray(4 * (y * SIZE.width + x), 4 * (y * SIZE.width + x) + 4),
  ];
  expect(at(100, 80)).toEqual([0, 0, 255, 255]);
  expect(at(100, 56)).toEqual([220, 40, 40, 255]);
  expect(at(100, 120)).toEqual([110, 20, 147, 255]);
});
