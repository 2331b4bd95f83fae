import { describe, expect, it } from 'vitest';
import { createFourier, emptyField } from '../../../../../site/engine/ops/deblur/fft.ts';
import { kernelOf } from '../../../../../site/engine/ops/deblur/kernels.ts';
import { deblurOps } from '../../../../../site/engine/ops/groups/deblur.ts';
import { lumaPlane, pixelsOf, rgbPlanes } from '../../../../../site/engine/ops/planes.ts';
import type { AnyOp, Pixels, Planes } from '../../../../../site/engine/types.ts';
import { work as unblur } from '../../../../../site/tools/unblur-image/tool.ts';
import { convolved, quantised } from '../../../../quality/degrade.ts';
import { psnr } from '../../../../quality/metrics.ts';
import { deadLeaves } from '../../../../quality/scenes.ts';
import { planOf } from '../../tools/plan-of.ts';
import { createContext } from './context.ts';

describe('deblurring a defocused picture', () => {
  const RADIUS = 3.3;
  const WALL = { left: 90, top: 40, side: 64 } as const;
  /** Frequencies that a disk of this radius blocks: the first two zeros of `J1`, in cycles per pixel. */
  const BLOCKED = [3.8317, 7.0156].map((zero) => zero / (2 * Math.PI * RADIUS));

  /** A flat wall between a bright and a dark strip, with stripes above and dead leaves below. */
  function street(): Planes {
    const size = { width: 230, height: 150 };
    const rubble = deadLeaves(size, 21);
    const planes = rubble.planes.map((leaves) =>
      leaves.map((value, i) => {
        const [x, y] = [i % size.width, Math.floor(i / size.width)];
        if (y > 112) return value;
        if (y < 34) return x % 23 < 11 ? 0.12 : 0.85;
        return x < 80 ? 0.95 : x > 162 ? 0.08 : 0.62;
      }),
    );
    return { ...size, planes };
  }

  /** Standard deviation of the wall in the bands around the blocked frequencies, in byte steps. */
  function ringingOn(picture: Planes): number {
    const { left, top, side } = WALL;
    const luma = lumaPlane(picture);
    const taper = Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / side));
    const energy = taper.reduce((sum, value) => sum + value * value, 0) ** 2;
    const field = emptyField({ width: side, height: side });
    let mean = 0;
    for (let i = 0; i < side * side; i++)
      mean += luma.data[(top + Math.floor(i / side)) * luma.width + left + (i % side)]! / side ** 2;
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      field.real[i] = (luma.data[(top + y) * luma.width + left + x]! - mean) * taper[x]! * taper[y]!;
    }
    createFourier(field).forward(field);
    let power = 0;
    for (let i = 0; i < side * side; i++) {
      const turns = (at: number) => Math.min(at, side - at) / side;
      const frequency = Math.hypot(turns(i % side), turns(Math.floor(i / side)));
      if (BLOCKED.some((zero) => Math.abs(frequency - zero) < 0.03))
        power += (field.real[i]! ** 2 + field.imag[i]! ** 2) / (energy * side * side);
    }
    return 255 * Math.sqrt(power);
  }

  /** The tool's result without networks, for this measured blur and the noise of eight bits. */
  async function deblurred(picture: Pixels): Promise<Planes> {
    const step = planOf(unblur).steps.find(({ output }) => output === 'calculated')!;
    const blur = { facts: { kind: 'defocus', radius: RADIUS, noiseToSignal: 5e-5, confidence: 0.7 } };
    const op = deblurOps[step.op as keyof typeof deblurOps] as unknown as AnyOp;
    return rgbPlanes((await op({ picture, blur }, step.params, createContext())) as Pixels);
  }

  it('gains sharpness without ringing at the blocked frequencies', async () => {
    const sharp = street();
    const soft = quantised(convolved(sharp, kernelOf({ kind: 'defocus', radius: RADIUS })));
    const found = await deblurred(pixelsOf(soft));
    expect(psnr(found, sharp) - psnr(soft, sharp)).toBeGreaterThan(6);
    expect(ringingOn(found)).toBeLessThan(0.25);
  });
});
