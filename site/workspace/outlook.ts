import { choosePlan } from '../engine/capability/choose.ts';
import { expectedMs, planName } from '../engine/capability/durations.ts';
import type { ToolError } from '../engine/errors.ts';
import type { Model } from '../engine/manifest.ts';
import { paceHere } from './pace.ts';
import type { Session } from './session.ts';
import type { Finding, ToolPlan } from './tool.ts';
import type { Workspace } from './use-workspace.ts';
import { planOf } from './work.ts';

/** What is known before the work starts, and what the last result had to say. */
export type Outlook = {
  readonly models: readonly Model[];
  readonly notes: readonly ToolError[];
  readonly finding: Finding | null;
  /** Milliseconds that the work will take here; 0 without networks. */
  readonly estimateMs: number;
  /** A mask is needed, and nothing is marked. */
  readonly wantsMask: boolean;
  /** The file will be a drawing: there is no format to choose. */
  readonly svg: boolean;
};

/** Models that the settings on show need, and each note once. */
export function outlookOf({ tool, session, item, settled, pictures, kept, rasters }: Workspace): Outlook {
  if (!session || !item?.info)
    return { models: [], notes: [], finding: null, estimateMs: 0, wantsMask: false, svg: false };
  const wanted = { item, settings: settled, pictures, kept: kept(item.id), preview: null, rasters };
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
    estimateMs: plan.ok ? referenceMsOf(plan.value, session) * paceHere(planName(plan.value.steps)) : 0,
    wantsMask: !plan.ok && plan.error.code === 'mask.empty',
    svg: plan.ok && plan.value.svg !== undefined,
    finding: tool.findings?.(wanted.kept) ?? null,
    notes: notes.filter((note, index) => notes.findIndex(({ code }) => code === note.code) === index),
  };
}

/** Milliseconds that a plan takes on the reference device with the networks that are started now; 0 without networks. */
export function referenceMsOf({ steps, needs }: ToolPlan, { device, engine }: Session): number {
  const { models, source } = needs;
  const chosen = choosePlan(needs, device);
  const tileSide = chosen.ok ? chosen.value.tileSide : 0;
  return expectedMs({ steps, models, source, tileSide, started: engine.started() }, device);
}

/** Why networks are slower here than they could be. */
function deviceNotes({ device }: Session): readonly ToolError[] {
  if (device.gpu) return [];
  return device.isolated ? [{ code: 'device.noWebGpu' }] : [{ code: 'device.noWebGpu' }, { code: 'device.oneThread' }];
}
