import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animationOf, isOpaqueWebp } from '../../../../cli/pictures/animation.ts';
import { animatedPng, animationFile } from '../../../animation-files.ts';

const options = { width: 40, height: 20, delays: [50, 50, 50] };
const still = sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } });

describe('an animation', () => {
  it('is recognised in each format, with how often it plays', async () => {
    expect(animationOf(await animationFile('gif', options))).toEqual({ format: 'gif', plays: 0 });
    expect(animationOf(await animationFile('gif', { ...options, plays: 1 }))).toEqual({ format: 'gif', plays: 1 });
    expect(animationOf(await animationFile('webp', { ...options, plays: 3 }))).toEqual({ format: 'webp', plays: 3 });
    expect(animationOf(animatedPng({ ...options, plays: 2 }, 0))).toEqual({ format: 'png', plays: 2 });
  });

  it('is recognised in a PNG file behind a long comment or colour profile', () => {
    expect(animationOf(animatedPng(options, 100_000))).toEqual({ format: 'png', plays: 0 });
  });

  it('is not found in pictures of one frame, in files that are cut short, and in other files', async () => {
    const stills = await Promise.all(
      [still.clone().gif(), still.clone().webp(), still.clone().png()].map((one) => one.toBuffer()),
    );
    const animation = await animationFile('gif', options);
    const cut = [animation.subarray(0, 20), animation.subarray(0, 60), animatedPng(options, 0).subarray(0, 40)];
    for (const bytes of [...stills, ...cut, Buffer.from('no picture at all, only a few words')])
      expect(animationOf(bytes)).toBeNull();
  });

  it('in a WebP file is opaque if no frame shows what is behind the picture', async () => {
    expect(isOpaqueWebp(await animationFile('webp', options))).toBe(true);
    expect(isOpaqueWebp(await animationFile('webp', { ...options, alpha: 100 }))).toBe(false);
  });
});
