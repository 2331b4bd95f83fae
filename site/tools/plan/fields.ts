import type { Field, FieldBase } from '../../workspace/tool.ts';

/** Chooses between the default model of a role and the owner's optional one; shown only if there is one. */
export const modelField = (role: string) =>
  ({
    kind: 'choice',
    name: 'model',
    label: 'workspace.model.title',
    bestOf: role,
    choices: [
      { value: 'auto', label: 'workspace.options.auto' },
      { value: 'standard', label: 'workspace.model.standard' },
      { value: 'best', label: 'workspace.model.best' },
    ],
    initial: 'auto',
  }) as const satisfies Field;

/** A slider of 0 to 100 percent. */
export const percent = (field: FieldBase & { readonly initial: number }) =>
  ({ ...field, kind: 'range', min: 0, max: 100, step: 1, unit: 'percent' }) as const satisfies Field;
