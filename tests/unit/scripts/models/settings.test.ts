import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../scripts/models/settings.mjs';

const FILE = 'config/models.yaml';
const HASH = 'ab'.repeat(32);
const GOOD = `budget: 1000
models:
  - id: one
    title: One
    role: denoise
    adapter: plain
    source: { package: one@1.0.0, file: one.onnx, bytes: 10, sha256: ${HASH}, reads: 20, tarball: 30 }
    licence: MIT
    notice: Copyright One
    homepage: https://one.example
    inputs: [{ name: x, type: float32, shape: [1, 3, height, width], holds: RGB }]
    outputs: [{ name: y, type: float32, shape: [1, 3, height, width], holds: RGB }]
`;
const SOURCE = /source: .*/;
const problemsOf = (text: string) => {
  const settings = readSettings(text, FILE);
  return settings.ok ? [] : settings.problems.map(({ line, message }) => `${line}: ${message}`);
};

describe('the models of this site', () => {
  it('have known answers, one for each file that is prepared', () => {
    const settings = readSettings(readFileSync(FILE, 'utf8'), FILE);
    const answers = JSON.parse(readFileSync('config/model-answers.json', 'utf8'));
    const hashes = settings.ok
      ? settings.value.models.filter(({ enabled }) => enabled).map(({ output, source }) => (output ?? source).sha256)
      : [];
    expect(Object.keys(answers).sort()).toEqual(hashes.sort());
  });
});

describe('readSettings', () => {
  it('fills in defaults', () => {
    const settings = readSettings(GOOD, FILE);
    expect(settings.ok && settings.value.models[0]).toMatchObject({ enabled: true, choice: 'default', convert: [] });
  });

  it('accepts the settings of this site, whose default set stays within the budget', () => {
    const settings = readSettings(
      readFileSync(new URL('../../../../config/models.yaml', import.meta.url), 'utf8'),
      FILE,
    );
    if (!settings.ok) throw new Error(JSON.stringify(settings.problems));
    const { budget, models } = settings.value;
    expect(budget).toBe(300_000_000);
    const packages = models.filter((model) => model.enabled && 'package' in model.source);
    expect(packages.map((model) => model.id)).toEqual([
      'migan',
      'sam-encoder',
      'sam-decoder',
      'u2netp',
      'upscale-photo',
      'upscale-drawing',
      'maxim',
      'fdncnn',
      'text-detector',
      'people-detector',
      'face-detector',
    ]);
    const served = packages.map(({ source, output }) => (output ?? source).bytes);
    expect(served.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(65_000_000);
    // Some hosts take no larger file.
    expect(Math.max(...served)).toBeLessThan(25 * 1024 * 1024);
  });

  it.each([
    [
      'an unknown key',
      GOOD.replace('notice:', 'notise:'),
      '3: models.0.notice: ',
      '9: models.0.notise: this key is not known',
    ],
    ['a licence that the site may not use', GOOD.replace('MIT', 'AGPL-3.0'), '8: models.0.licence: '],
    ['a hash that is none', GOOD.replace(HASH, 'abc'), '7: models.0.source.sha256: must be 64 hexadecimal digits'],
    [
      'a version that is not exact',
      GOOD.replace('one@1.0.0', 'one@^1'),
      '7: models.0.source.package: must be name@version',
    ],
    [
      'an address without hash',
      GOOD.replace(SOURCE, 'source: { url: https://one.example/a.onnx, bytes: 1, deliver: link }'),
      '7: models.0.source.sha256',
    ],
    ['two of one name', GOOD + GOOD.slice(GOOD.indexOf('  - id')), '13: models.1.id: "one" is there twice'],
    [
      'a conversion whose result is not pinned',
      GOOD.replace('licence', 'convert: [{ kind: fp16 }]\n    licence'),
      '3: models.0.output: a converted model needs',
    ],
    ['broken YAML', `${GOOD}  - id: [`, ''],
  ])('refuses %s, and says where', (_, text, ...expected) => {
    const problems = problemsOf(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const start of expected)
      expect(
        problems.some((problem) => problem.startsWith(start)),
        problems.join('\n'),
      ).toBe(true);
  });

  it('rejects conversions of models that the browser fetches from another host', () => {
    const link = `source: { url: https://one.example/a.onnx, bytes: 1, sha256: ${HASH}, deliver: link }\n    convert: [{ kind: fp16 }]`;
    expect(problemsOf(GOOD.replace(SOURCE, link))).toEqual([
      '8: models.0.convert: a model that the browser fetches itself is not converted',
    ]);
  });
});
