import { type Grade, type ModelContext, type ModelRequest, suitableModel } from '../../engine/capability/suitable.ts';
import type { ToolError } from '../../engine/errors.ts';
import type { Model } from '../../engine/manifest.ts';
import type { Options } from '../../workspace/tool.ts';
import { textOf } from './options.ts';

/** The model for a role, or the note that the classical method takes its place. */
export type Choice =
  | { readonly model: Model; readonly notes: readonly [] }
  | { readonly model: null; readonly notes: readonly [ToolError] };

/** The model that suits the device, the picture and the wish. `name`: what the note calls the missing model. */
export function chooseModel(
  request: ModelContext,
  role: string,
  wish: ModelRequest & { readonly name: string },
): Choice {
  const model = suitableModel(request, role, wish);
  return model ? { model, notes: [] } : { model: null, notes: [{ code: 'model.missing', name: wish.name }] };
}

/** What the visitor chose in the field of `modelField`. */
export function gradeOf(options: Options): Grade {
  const value = textOf(options, 'model');
  return value === 'standard' || value === 'best' ? value : 'auto';
}
