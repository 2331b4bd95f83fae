import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { networkOps } from '../../../../site/engine/adapters/ops.ts';
import { NO_MODELS } from '../../../../site/engine/manifest.ts';
import { ops } from '../../../../site/engine/ops/registry.ts';
import { meta as objectMeta } from '../../../../site/tools/ai-object-remover/meta.ts';
import { work as object } from '../../../../site/tools/ai-object-remover/tool.ts';
import { meta as cleanupMeta } from '../../../../site/tools/cleanup-pictures/meta.ts';
import { work as cleanup } from '../../../../site/tools/cleanup-pictures/tool.ts';
import { meta as hdMeta } from '../../../../site/tools/hd-picture-converter/meta.ts';
import { work as hd } from '../../../../site/tools/hd-picture-converter/tool.ts';
import { meta as backgroundMeta } from '../../../../site/tools/image-background-remover/meta.ts';
import { work as background } from '../../../../site/tools/image-background-remover/tool.ts';
import { meta as sharpenerMeta } from '../../../../site/tools/image-sharpener/meta.ts';
import { work as sharpener } from '../../../../site/tools/image-sharpener/tool.ts';
import type { ToolMeta } from '../../../../site/tools/meta.ts';
import { meta as restorationMeta } from '../../../../site/tools/photo-restoration/meta.ts';
import { work as restoration } from '../../../../site/tools/photo-restoration/tool.ts';
import { meta as animeMeta } from '../../../../site/tools/photo-to-anime-converter/meta.ts';
import { work as anime } from '../../../../site/tools/photo-to-anime-converter/tool.ts';
import { meta as sketchMeta } from '../../../../site/tools/photo-to-sketch/meta.ts';
import { work as sketch } from '../../../../site/tools/photo-to-sketch/tool.ts';
import { meta as logoMeta } from '../../../../site/tools/remove-background-from-logo/meta.ts';
import { work as logo } from '../../../../site/tools/remove-background-from-logo/tool.ts';
import { meta as watermarkMeta } from '../../../../site/tools/remove-watermark-from-image/meta.ts';
import { work as watermark } from '../../../../site/tools/remove-watermark-from-image/tool.ts';
import { meta as unblurMeta } from '../../../../site/tools/unblur-image/meta.ts';
import { work as unblur } from '../../../../site/tools/unblur-image/tool.ts';
import type { Field, Options, ToolWork } from '../../../../site/workspace/tool.ts';
import { DEVICE, GPU, names, planOf } from './plan-of.ts';

const TOOLS: readonly (readonly [ToolMeta, ToolWork])[] = [
  [backgroundMeta, background],
  [logoMeta, logo],
  [hdMeta, hd],
  [sharpenerMeta, sharpener],
  [unblurMeta, unblur],
  [cleanupMeta, cleanup],
  [objectMeta, object],
  [animeMeta, anime],
  [sketchMeta, sketch],
  [watermarkMeta, watermark],
  [restorationMeta, restoration],
];

/** Every choice and switch of a tool once, the rest as it begins. */
function* variants(fields: readonly Field[]): Generator<Options> {
  yield {};
  for (const field of fields) {
    if (field.kind === 'choice') for (const { value } of field.choices) yield { [field.name]: value };
    if (field.kind === 'switch') yield { [field.name]: !field.initial };
    if (field.kind === 'range') yield { [field.name]: field.most };
  }
}

describe.each(TOOLS)('$id', (meta, tool) => {
  it('plans steps that exist and read only what is there', () => {
    const known = { ...ops, ...networkOps };
    for (const options of variants(tool.fields))
      for (const values of [[], ['keep', 'erase', 'ground']])
        for (const device of [DEVICE, GPU])
          for (const plan of [tool.plan, ...(tool.mask?.suggestions ?? []).map((suggestion) => suggestion.plan)]) {
            const given = tool.mask ? [...values, 'mask'] : values;
            const { steps, result, keeps } = planOf({ ...tool, plan }, { options, given, device });
            const there = new Set(['picture', ...given]);
            for (const { op, inputs, output } of steps) {
              expect(Object.keys(known)).toContain(op);
              for (const name of Object.values(inputs)) expect(there).toContain(name);
              there.add(output);
            }
            for (const name of [result, ...keeps]) expect(there).toContain(name);
          }
  });
  it('works without any model, and says which it misses', () => {
    for (const options of variants(tool.fields)) {
      const plan = planOf(tool, { options, manifest: NO_MODELS });
      expect(names(plan).filter((op) => op.startsWith('net.'))).toEqual([]);
      const asked = names(planOf(tool, { options })).some((op) => op.startsWith('net.'));
      if (meta.id !== 'unblur-image')
        expect(plan.notes.map(({ code }) => code)).toEqual(asked ? ['model.missing'] : []);
    }
  });
  it('has a page, its codes, and words for every option', () => {
    const routes = readFileSync('config/routes.yaml', 'utf8');
    expect(routes).toContain(`{ id: ${meta.page},`);
    expect(Object.values(meta.events).map((code) => code % 10000)).toEqual([0, 1, 2, 3]);
    const words = (key: string): unknown => {
      const [file, ...path] = key.split('.');
      if (!existsSync(`locales/en/${file}.json`)) return undefined;
      return path.reduce<unknown>(
        (value, part) => (value as Record<string, unknown>)?.[part],
        JSON.parse(readFileSync(`locales/en/${file}.json`, 'utf8')),
      );
    };
    const suggested = (tool.mask?.suggestions ?? []).map(({ label }) => label);
    const keys = tool.fields.flatMap((field) => [
      field.label,
      ...(field.hint ? [field.hint] : []),
      ...(field.kind === 'choice' ? field.choices.map(({ label }) => label) : []),
    ]);
    expect([...keys, ...suggested].filter((key) => typeof words(key) !== 'string')).toEqual([]);
  });
  it('begins inside its own limits', () => {
    for (const field of tool.fields) {
      if (field.kind === 'range' || field.kind === 'number') {
        expect(field.initial).toBeGreaterThanOrEqual(field.least);
        expect(field.initial).toBeLessThanOrEqual(field.most);
      }
      if (field.kind === 'choice') expect(field.choices.map(({ value }) => value)).toContain(field.initial);
    }
  });
});
