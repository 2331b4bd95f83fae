import type { ToolError } from '../errors.ts';
import type { Model } from '../models/manifest.ts';
import type { Session } from './session.ts';
import type { Finding } from './tool.ts';
import type { Workspace } from './use-workspace.ts';
import { planOf } from './work.ts';

/** What is known before the work starts, and what the last result had to say. */
export type Outlook = {
  readonly models: readonly Model[];
  readonly notes: readonly ToolError[];
  readonly finding: Finding | null;
};

/** Models that the settings on show need, and each note once. */
export function outlookOf({ tool, session, item, state, pictures, kept }: Workspace): Outlook {
  if (!session || !item?.info) return { models: [], notes: [], finding: null };
  const wanted = { item, settings: state.history.now, pictures, kept: kept(item.id), preview: null };
  const plan = planOf(tool, session, wanted);
  const models = plan.ok ? plan.value.needs.models : [];
  const notes = [
    ...(item.info.animated ? [{ code: 'file.firstFrame' } as const] : []),
    ...(plan.ok ? plan.value.notes : []),
    ...(models.length > 0 ? deviceNotes(session) : []),
    ...(item.result?.notes ?? []),
  ];
  return {
    models,
    finding: tool.findings?.(wanted.kept) ?? null,
    notes: notes.filter((note, index) => notes.findIndex(({ code }) => code === note.code) === index),
  };
}

/** Why networks are slower here than they could be. */
function deviceNotes({ device }: Session): readonly ToolError[] {
  if (device.gpu) return [];
  return device.isolated ? [{ code: 'device.noWebGpu' }] : [{ code: 'device.noWebGpu' }, { code: 'device.oneThread' }];
}
