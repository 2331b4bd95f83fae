import type { ToolError } from '../engine/errors.ts';
import type { Model } from '../engine/manifest.ts';
import type { PictureInfo } from '../engine/types.ts';
import { estimatedMs } from './estimate.ts';
import { firstAttempt } from './picture-request.ts';
import type { Session } from './session.ts';
import { optionsOf, outputOf } from './state/state.ts';
import type { Finding } from './tool.ts';
import type { Workspace } from './use-workspace.ts';

/** Notes, models and estimates before a job starts, and the notes of the last result. */
export type Outlook = {
  readonly models: readonly Model[];
  readonly notes: readonly ToolError[];
  readonly finding: Finding | null;
  /** Key of the message over a result in which nothing was found; null for any other. */
  readonly lack: string | null;
  /** Milliseconds that the work will take here; 0 without networks. */
  readonly estimateMs: number;
  /** Whether settings that no preview follows can be applied while the visitor watches, within 3 s. */
  readonly quick: boolean;
  /** Whether a mask is needed but empty. */
  readonly wantsMask: boolean;
  /** Whether the file will be a vector drawing, which has no other format. */
  readonly svg: boolean;
};

const QUICK_MS = 3000;

/** Models that the displayed settings need, and each note once. */
export function outlookOf({ tool, session, state, item, settled, pictures, kept, rasters }: Workspace): Outlook {
  if (!session || !item?.info)
    return {
      models: [],
      notes: [],
      finding: null,
      lack: null,
      estimateMs: 0,
      quick: false,
      wantsMask: false,
      svg: false,
    };
  const output = outputOf(state, item);
  const request = { item, settings: settled, pictures, kept: kept(item.id), preview: null, rasters, output };
  const first = firstAttempt(tool, session, request);
  const plan = first.ok ? first.value.plan : null;
  const models = plan?.needs.models ?? [];
  const notes = [
    ...(item.info.animated ? [firstOf(item.info)] : []),
    ...(first.ok && first.value.note ? [first.value.note] : []),
    ...(plan?.notes ?? []),
    ...(models.length > 0 ? deviceNotes(session) : []),
    ...(item.result?.notes ?? []),
  ];
  const estimateMs = first.ok && models.length > 0 ? estimatedMs(first.value, session, request) : 0;
  return {
    models,
    estimateMs,
    quick: estimateMs > 0 && estimateMs <= QUICK_MS && !tool.isInstant(optionsOf(settled, item.id)),
    wantsMask: !first.ok && first.error.code === 'mask.empty',
    svg: plan?.svg !== undefined,
    finding: tool.findings?.(request.kept) ?? null,
    lack: tool.lack?.(request.kept) ?? null,
    notes: notes.filter((note, index) => notes.findIndex(({ code }) => code === note.code) === index),
  };
}

/** What is used of a picture that moves or has pages. */
const firstOf = ({ type }: PictureInfo): ToolError => ({
  code: type === 'image/tiff' ? 'file.firstPage' : 'file.firstFrame',
});

/** Why networks are slower here than they could be. */
function deviceNotes({ device }: Session): readonly ToolError[] {
  if (device.gpu) return [];
  return device.isolated ? [{ code: 'device.noWebGpu' }] : [{ code: 'device.noWebGpu' }, { code: 'device.oneThread' }];
}
