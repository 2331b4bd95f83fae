import type { ToolError } from '../../engine/errors.ts';
import { type Manifest, type Model, modelsFor } from '../../engine/models/manifest.ts';

/** The model for a role, or the note that the classical method takes its place. */
export type Choice =
  | { readonly model: Model; readonly notes: readonly [] }
  | { readonly model: null; readonly notes: readonly [ToolError] };

/** `best` gives the owner's better model where there is one. `name`: what the note calls the missing model. */
export function chooseModel(
  manifest: Manifest,
  role: string,
  wanted: { readonly best: boolean; readonly name: string },
): Choice {
  const able = modelsFor(manifest, role);
  const best = wanted.best ? able.find(({ choice }) => choice === 'best') : undefined;
  const model = best ?? able[0];
  return model ? { model, notes: [] } : { model: null, notes: [{ code: 'model.missing', name: wanted.name }] };
}
