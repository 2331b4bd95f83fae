import { type Grade, type ModelContext, type ModelRequest, suitableModel } from '../../engine/capability/suitable.ts';
import type { ToolError } from '../../engine/errors.ts';
import type { Model } from '../../engine/manifest.ts';
import type { Options } from '../../workspace/tool.ts';
import { textOf } from './options.ts';

/** The model for a role, or a note that a classical method replaces it. */
export type Choice =
  | { readonly model: Model; readonly notes: readonly [] }
  | { readonly model: null; readonly notes: readonly [ToolError] };

/** Chooses a model by device, picture and option. `name`: the name of the missing model in the note. */
export function chooseModel(
  request: ModelContext,
  role: string,
  modelRequest: ModelRequest & { readonly name: string },
): Choice {
  const model = suitableModel(request, role, modelRequest);
  return model ? { model, notes: [] } : { model: null, notes: [{ code: 'model.missing', name: modelRequest.name }] };
}

/** The value of the field of `modelField`. */
export function gradeOf(options: Options): Grade {
  const value = textOf(options, 'model');
  return value === 'standard' || value === 'best' ? value : 'auto';
}
