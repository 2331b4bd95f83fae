import { describe, expect, it } from 'vitest';
import { attemptPlan, availableBytes } from '../../../../site/engine/capability/choose.ts';
import { done } from '../../../../site/engine/errors.ts';
import type { Manifest } from '../../../../site/engine/manifest.ts';
import { type Attempt, attemptsOf } from '../../../../site/workspace/attempts.ts';
import type { Options, ToolWork } from '../../../../site/workspace/tool.ts';
import { PROFILES } from './device-profiles.ts';
import { pictureTools, planOf, SHIPPED, variants } from './plan-of.ts';

const PHOTOGRAPH = { width: 4000, height: 3000 };

/** Results of more pixels than a browser holds at once: fourfold sides of a photograph are 192 megapixels. */
const isBeyondBrowsers = ({ target }: Options): boolean => target === '4x';

const profile = (name: string) => PROFILES.find((one) => one.name === name)!.device;

type Case = { readonly device: (typeof PROFILES)[number]['device']; readonly options?: Options };

function attempts(tool: ToolWork, { device, options = {} }: Case): readonly Attempt[] {
  const plan = (manifest: Manifest) => done(planOf(tool, { options, size: PHOTOGRAPH, device, manifest }));
  const found = attemptsOf(plan, { device, manifest: SHIPPED });
  if (!found.ok) throw new Error(found.error.code);
  return found.value;
}

const methods = (found: readonly Attempt[]) =>
  found.map(({ plan, note }) => [note?.code ?? 'full', plan.needs.models.length > 0]);

describe.each(PROFILES)('a photograph of 12 megapixels on $name', ({ device, builtIn }) => {
  it.each(pictureTools)('keeps its full size after $id, within the memory of the device', (_, tool) => {
    for (const options of variants(tool.fields)) {
      if (isBeyondBrowsers(options)) continue;
      const found = attempts(tool, { device, options });
      const first = found[0];
      const { output } = first!.plan.needs;
      expect(output.width).toBeGreaterThanOrEqual(PHOTOGRAPH.width);
      expect(output.height).toBeGreaterThanOrEqual(PHOTOGRAPH.height);
      // The attempt with the smallest memory runs although its estimate is too high.
      if (found.length === 1) continue;
      expect(first!.device.memory).toBeLessThanOrEqual(availableBytes(device));
      // A tab may use about a quarter of the built-in memory before the system ends it.
      expect(first!.device.memory).toBeLessThanOrEqual(builtIn * 0.25e9);
    }
  });
  it.each(pictureTools)('is searched by the finders of $id', (_, tool) => {
    for (const { plan } of tool.mask?.suggestions ?? []) {
      const { needs } = planOf({ ...tool, plan }, { size: PHOTOGRAPH, device, manifest: SHIPPED });
      const chosen = attemptPlan(needs, device);
      expect(chosen.ok).toBe(true);
    }
  });
});

describe('networks on phones', () => {
  const toolWith = (id: string) => pictureTools.find(([meta]) => meta.id === id)![1];
  it.each([
    'cleanup-pictures',
    'ai-object-remover',
    'remove-watermark-from-image',
    'image-background-remover',
    'hd-picture-converter',
  ])('run in %s on an iPhone, and each attempt after the first takes less', (id) => {
    const found = attempts(toolWith(id), { device: profile('iPhone 12') });
    expect(methods(found)[0]).toEqual(['full', true]);
    expect(methods(found).at(-1)).toEqual(['device.classicalMethod', false]);
    const bytes = found.map(({ device }) => device.memory);
    expect(bytes).toEqual([...bytes].sort((a, b) => b - a));
  });
  it('are replaced by a small network of their role, then by none', () => {
    const small = SHIPPED.models
      .filter(({ role }) => role === 'inpaint')
      .map((model) => ({ ...model, id: 'migan-small', bytes: 1e6, choice: 'small' as const }));
    const manifest = { ...SHIPPED, models: [...SHIPPED.models, ...small] };
    const device = profile('iPhone 12');
    const plan = (models: Manifest) =>
      done(planOf(toolWith('cleanup-pictures'), { size: PHOTOGRAPH, device, manifest: models }));
    const found = attemptsOf(plan, { device, manifest });
    expect(found.ok && found.value.map(({ plan: { needs }, note }) => [note?.code, needs.models[0]?.id])).toEqual([
      [undefined, 'migan'],
      ['device.smallerModel', 'migan-small'],
      ['device.classicalMethod', undefined],
    ]);
  });
  it('are attempted with the smallest memory if no estimate fits', () => {
    const device = { ...profile('Android with 3 GB'), memoryGb: 0.25 };
    expect(methods(attempts(toolWith('cleanup-pictures'), { device }))).toEqual([['device.classicalMethod', false]]);
  });
  it('are not used in a browser without SIMD; steps without networks still run', () => {
    const device = { ...profile('iPhone 12'), wasmSimd: false };
    expect(methods(attempts(toolWith('cleanup-pictures'), { device }))).toEqual([['device.classicalMethod', false]]);
  });
});
