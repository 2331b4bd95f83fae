import type { Field } from '../../engine/workspace/tool.ts';

/** The choice between the usual model of a role and the owner's better one; shown only where there is one. */
export const modelField = (role: string) =>
  ({
    kind: 'choice',
    name: 'model',
    label: 'workspace.model.title',
    bestOf: role,
    choices: [
      { value: 'standard', label: 'workspace.model.standard' },
      { value: 'best', label: 'workspace.model.best' },
    ],
    initial: 'standard',
  }) as const satisfies Field;
