import { useEffect, useState } from 'react';
import type { Pixels } from '../engine/types.ts';
import { runTool } from './run-tool.ts';
import { editsOf, optionsOf, unwritten } from './state/state.ts';
import type { Field, Options } from './tool.ts';
import type { Workspace } from './use-workspace.ts';

export type ChoiceField = Extract<Field, { readonly kind: 'choice' }>;

/** Thumbnails by the value of the choice. */
export type Thumbnails = ReadonlyMap<string, Pixels>;

/** Longer side at which thumbnails are computed: more than is shown, so that strokes keep their proportions. */
const SIDE_PX = 320;

/** Time without a change after which thumbnails are computed. */
const REST_MS = 500;

const NONE: Thumbnails = new Map();

/**
 * The visitor's picture with each choice of a field. Computed one after the other once a picture has a result and the worker
 * rests, so that they delay nothing and download nothing; a choice that fails has no thumbnail.
 */
export function useThumbnails(workspace: Workspace, field: ChoiceField | null): Thumbnails {
  const { tool, session, state, item, settled, pictures, rasters } = workspace;
  const [shown, setShown] = useState<{ readonly key: string; readonly thumbnails: Thumbnails }>({
    key: '',
    thumbnails: NONE,
  });
  const { [field?.name ?? '']: _, ...others } = item ? optionsOf(settled, item.id) : settled.options;
  const count = item ? (editsOf(settled, item.id)?.count ?? 0) : 0;
  const key = field && item ? `${item.id} ${count} ${JSON.stringify(others)}` : '';
  const rests = state.running === null && state.waiting.length === 0;
  const mayRun = session !== null && rests && item?.result != null && unwritten(state, item) === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for picture and settings
  useEffect(() => {
    if (!mayRun || !session || !item || !field) return;
    const controller = new AbortController();
    const found = new Map(shown.key === key ? shown.thumbnails : []);
    const work = async () => {
      for (const { value } of field.choices) {
        if (controller.signal.aborted) return;
        const options = { ...optionsOf(settled, item.id), [field.name]: value };
        if (found.has(value) || isIncomplete(workspace, options)) continue;
        const settings = { ...settled, options, own: {} };
        const request = { item, settings, pictures, kept: {}, preview: SIDE_PX, rasters };
        const outcome = await runTool({ tool, session }, request, { signal: controller.signal });
        if (controller.signal.aborted) return;
        if (!outcome.ok || !outcome.value.pixels) continue;
        found.set(value, outcome.value.pixels);
        setShown({ key, thumbnails: new Map(found) });
      }
    };
    const timer = window.setTimeout(() => void work(), REST_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [mayRun, session, field, key]);
  return shown.key.split(' ')[0] === item?.id ? shown.thumbnails : NONE;
}

/** Whether options need a further picture that the visitor has not chosen. */
const isIncomplete = ({ tool, pictures }: Workspace, options: Options): boolean =>
  tool.fields.some(({ kind, name, when }) => kind === 'picture' && when?.(options) && !pictures[name]);
