import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Reporter } from '../../../../site/engine/jobs/progress.ts';
import { runSteps } from '../../../../site/engine/jobs/run.ts';
import { NO_MODELS } from '../../../../site/engine/manifest.ts';
import { pixelsOf } from '../../../../site/engine/ops/planes.ts';
import { ops } from '../../../../site/engine/ops/registry.ts';
import type { Pixels, Values } from '../../../../site/engine/types.ts';
import { work as anime } from '../../../../site/tools/photo-to-anime-converter/tool.ts';
import { work as sketch } from '../../../../site/tools/photo-to-sketch/tool.ts';
import type { Options, ToolWork } from '../../../../site/workspace/tool.ts';
import { deadLeaves } from '../../../quality/scenes.ts';
import { DEVICE, GPU, names, planOf } from './plan-of.ts';

const SIZE = { width: 40, height: 30 } as const;
const picture = pixelsOf(deadLeaves(SIZE, 11));

/** Runs a tool's plan on the CPU and without networks, as the worker does. */
async function drawn(tool: ToolWork, options: Options): Promise<{ readonly pixels: Pixels; readonly values: Values }> {
  const { steps, result, svg } = planOf(tool, { options, size: SIZE, manifest: NO_MODELS });
  const report: Reporter = {
    stage: () => undefined,
    done: () => undefined,
    plan: () => undefined,
    expect: () => undefined,
  };
  const values = await runSteps(
    { steps, values: { picture }, results: [result, ...(svg ? [svg] : [])], tileSide: 128 },
    {
      table: ops as never,
      signal: new AbortController().signal,
      report,
      now: () => 0,
      model: () => Promise.reject(new Error('no network here')),
    },
  );
  return { pixels: values[result] as Pixels, values };
}

const hashOf = ({ data }: Pixels) => createHash('sha256').update(data).digest('hex').slice(0, 16);

describe('photo to anime', () => {
  it('is deterministic for each style', async () => {
    const hashes: Record<string, string> = {};
    for (const style of ['cel', 'ink', 'pastel']) hashes[style] = hashOf((await drawn(anime, { style })).pixels);
    expect(hashes).toMatchInlineSnapshot(`
      {
        "cel": "f918268b25e3818f",
        "ink": "b75db44d15587e44",
        "pastel": "610aa62b3d85ee35",
      }
    `);
  });
  it('changes with every option', async () => {
    const plain = hashOf((await drawn(anime, {})).pixels);
    for (const change of [{ strength: 10 }, { lines: 0 }, { tones: 3 }, { palette: 'night' }])
      expect(hashOf((await drawn(anime, change)).pixels)).not.toBe(plain);
  });
  it('keeps transparency and size', async () => {
    const info = {
      ...SIZE,
      type: 'image/png',
      bytes: 1,
      animated: false,
      colorSpace: 'srgb',
      bitsPerChannel: 8,
      hasAlpha: true,
    } as const;
    const metadata = { exif: false, gps: false, xmp: false, profile: false };
    const plan = planOf(anime, { size: SIZE, info: { ...info, metadata } });
    expect(names(plan).at(-1)).toBe('style.alpha');
    expect((await drawn(anime, {})).pixels).toMatchObject(SIZE);
  });
  it('runs the network at the size that fits the device, and notes if that is smaller than the picture', () => {
    const size = { width: 3000, height: 2000 };
    const upscale = (device: typeof DEVICE) => {
      const plan = planOf(anime, { options: { clean: true }, size, device });
      const step = plan.steps.find(({ op }) => op === 'net.upscale');
      return { plan, scale: (step?.params as { scale: number } | undefined)?.scale };
    };
    const slow = upscale({ ...DEVICE, cores: 1 });
    expect(slow.plan.notes).toEqual([{ code: 'device.smallerWork', width: 640, height: 427 }]);
    expect(slow.scale).toBe(4);
    const quick = upscale(GPU);
    expect(quick.plan.notes).toEqual([{ code: 'device.smallerWork', width: 1100, height: 733 }]);
    expect(quick.scale).toBe(3);
    expect(planOf(anime, { options: { clean: true }, device: GPU }).notes).toEqual([]);
    expect(names(planOf(anime, { options: { clean: true }, preview: true }))).not.toContain('net.upscale');
  });
  it('looks for faces before it paints, except in the preview', () => {
    const finder = { id: 'face-detector', role: 'detect-face', adapter: 'tiny-face', choice: 'default', bytes: 2e5 };
    const manifest = { version: 1 as const, models: [finder as never], missing: [] };
    const plan = planOf(anime, { manifest });
    expect(names(plan).slice(0, 2)).toEqual(['net.find-faces', 'style.prepare']);
    expect(plan.steps.find(({ op }) => op === 'style.areas')?.inputs).toMatchObject({ faces: 'faces' });
    const preview = planOf(anime, { manifest, preview: true });
    expect(names(preview)).not.toContain('net.find-faces');
    expect(names(planOf(sketch, { manifest }))).not.toContain('net.find-faces');
  });
  it('uses only the network that the owner of the site configured', () => {
    const { manifest } = { manifest: { version: 1 as const, models: [], missing: [] } };
    const redraw = { id: 'animegan', role: 'redraw', adapter: 'animegan', choice: 'best' };
    const plan = planOf(anime, { options: { clean: true }, manifest: { ...manifest, models: [redraw as never] } });
    expect(names(plan)).toEqual(['net.redraw']);
  });
});

describe('photo to sketch', () => {
  it('is deterministic for each medium', async () => {
    const hashes: Record<string, string> = {};
    for (const medium of ['pencil', 'ink', 'charcoal', 'colour'])
      hashes[medium] = hashOf((await drawn(sketch, { medium })).pixels);
    expect(hashes).toMatchInlineSnapshot(`
      {
        "charcoal": "e2f429cd47646c13",
        "colour": "3c90c785a90b2664",
        "ink": "be10225f10391b26",
        "pencil": "2ab11a36b5431789",
      }
    `);
  });
  it('draws in grey except with coloured pencils', async () => {
    const most = ({ data }: Pixels) => {
      let found = 0;
      for (let at = 0; at < data.length; at += 4) found = Math.max(found, Math.abs(data[at]! - data[at + 2]!));
      return found;
    };
    expect(most((await drawn(sketch, { medium: 'pencil' })).pixels)).toBeLessThan(12);
    expect(most((await drawn(sketch, { medium: 'colour' })).pixels)).toBeGreaterThan(60);
  });
  it('draws only lines for a colouring page', async () => {
    const { pixels } = await drawn(sketch, { medium: 'ink', hatching: 0, paper: 0, lines: 80 });
    const white = pixels.data.filter((value, i) => i % 4 === 0 && value > 250).length / (SIZE.width * SIZE.height);
    expect(white).toBeGreaterThan(0.4);
    expect(white).toBeLessThan(0.99);
  });
  it('returns lines as paths, fewer if short ones are omitted', async () => {
    const paths = async (minLength: number) => {
      const { values } = await drawn(sketch, { svg: true, minLength });
      const { vector } = values;
      return vector && 'facts' in vector ? vector.facts : {};
    };
    const all = await paths(0);
    expect(all.svg).toMatch(/^<svg [^>]+width="40" height="30"/);
    expect(Number(all.paths)).toBeGreaterThan(3);
    expect(Number((await paths(20)).paths)).toBeLessThan(Number(all.paths));
    expect(names(planOf(sketch, { options: { svg: true }, preview: true }))).not.toContain('sketch.trace');
  });
});
