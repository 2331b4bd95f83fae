import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { networkOps } from '../../../../site/engine/adapters/ops.ts';
import { NO_MODELS } from '../../../../site/engine/manifest.ts';
import { ops } from '../../../../site/engine/ops/registry.ts';
import { DEVICE, GPU, names, pictureTools, planOf, variants } from './plan-of.ts';

describe.each(pictureTools)('$id', (meta, tool) => {
  it('plans registered operations whose inputs exist', () => {
    const allOps = { ...ops, ...networkOps };
    for (const options of variants(tool.fields))
      for (const values of [[], ['keep', 'erase', 'ground']])
        for (const device of [DEVICE, GPU])
          for (const plan of [tool.plan, ...(tool.mask?.suggestions ?? []).map((suggestion) => suggestion.plan)]) {
            const given = tool.mask ? [...values, 'mask'] : values;
            const { steps, result, keeps } = planOf({ ...tool, plan }, { options, given, device });
            const available = new Set(['picture', ...given]);
            for (const { op, inputs, output } of steps) {
              expect(Object.keys(allOps)).toContain(op);
              for (const name of Object.values(inputs)) expect(available).toContain(name);
              available.add(output);
            }
            for (const name of [result, ...keeps]) expect(available).toContain(name);
          }
  });
  it('has a plan without models, and notes which are missing', () => {
    for (const options of variants(tool.fields)) {
      const plan = planOf(tool, { options, manifest: NO_MODELS });
      expect(names(plan).filter((op) => op.startsWith('net.'))).toEqual([]);
      const networkOps = names(planOf(tool, { options })).filter((op) => op.startsWith('net.'));
      // The networks of a tool do one work together, except the one that looks for faces.
      const works = new Set(networkOps.map((op) => op === 'net.find-faces'));
      if (meta.id !== 'unblur-image')
        expect(plan.notes.map(({ code }) => code)).toEqual([...works].map(() => 'model.missing'));
    }
  });
  it('has messages for every option', () => {
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
  it('has initial options within their limits', () => {
    for (const field of tool.fields) {
      if (field.kind === 'range' || field.kind === 'number') {
        expect(field.initial).toBeGreaterThanOrEqual(field.min);
        expect(field.initial).toBeLessThanOrEqual(field.max);
      }
      if (field.kind === 'choice') expect(field.choices.map(({ value }) => value)).toContain(field.initial);
    }
  });
});
