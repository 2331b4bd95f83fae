import type { ToolError } from '../errors.ts';
import type { Model } from '../models/manifest.ts';
import type { Workspace } from './use-workspace.ts';
import { planOf } from './work.ts';

/** What is known before the work starts, and what the last result had to say. */
export type Outlook = { readonly models: readonly Model[]; readonly notes: readonly ToolError[] };

/** Models that the settings on show need, and each note once. */
export function outlookOf({ tool, session, item, state, pictures, kept }: Workspace): Outlook {
  if (!session || !item?.info) return { models: [], notes: [] };
  const wanted = { item, settings: state.history.now, pictures, kept: kept(item.id), preview: null };
  const plan = planOf(tool, session, wanted);
  const notes = [...(plan.ok ? plan.value.notes : []), ...(item.result?.notes ?? [])];
  return {
    models: plan.ok ? plan.value.needs.models : [],
    notes: notes.filter((note, index) => notes.findIndex(({ code }) => code === note.code) === index),
  };
}
