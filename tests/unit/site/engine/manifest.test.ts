import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../../../scripts/models/manifest.mjs';
import { readSettings } from '../../../../scripts/models/settings.mjs';
import { asManifest, modelsFor } from '../../../../site/engine/manifest.ts';

const settings = readSettings(
  readFileSync(new URL('../../../../config/models.yaml', import.meta.url), 'utf8'),
  'models.yaml',
);
const all = settings.ok ? settings.value.models : [];
const written = manifestOf(all, new Set(all.map(({ id }) => id).filter((id) => id !== 'migan')));
const manifest = asManifest(JSON.parse(JSON.stringify(written)));

describe('asManifest', () => {
  it('accepts what `npm run models` writes', () => {
    expect(manifest?.missing).toEqual(['migan']);
    expect(manifest?.models.map(({ id }) => id)).toContain('u2netp');
  });

  it.each([
    ['nothing', undefined],
    ['a page of the server', 'Not found'],
    ['a later version', { ...written, version: 2 }],
    ['a list without hashes', { ...written, models: written.models.map((model) => ({ ...model, sha256: '' })) }],
    ['a list without sizes', { ...written, models: written.models.map((model) => ({ ...model, bytes: -0.5 })) }],
  ])('does not take %s for one', (_, data) => {
    expect(asManifest(data)).toBeUndefined();
  });
});

describe('modelsFor', () => {
  it('returns the default first', () => {
    if (!manifest) throw new Error('no manifest');
    expect(modelsFor(manifest, 'segment-encode').map(({ id }) => id)).toEqual(['sam-encoder', 'sam-encoder-mobile']);
    expect(modelsFor(manifest, 'inpaint').map(({ choice }) => choice)).toEqual(['best']);
    expect(modelsFor(manifest, 'sing')).toEqual([]);
  });
});
