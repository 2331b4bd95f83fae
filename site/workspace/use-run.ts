import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import type { ToolError } from '../engine/errors.ts';
import type { EncodeType, Progress, Values } from '../engine/types.ts';
import { furtherPictures, type OptionFiles } from './further-pictures.ts';
import { type KeptValues, keptKey } from './kept-values.ts';
import type { Rasters } from './mask/raster.ts';
import { isSvg } from './names.ts';
import type { PictureRequest } from './picture-request.ts';
import { quickPreview } from './preview-cost.ts';
import type { RunProgress } from './run-progress.ts';
import { runTool } from './run-tool.ts';
import type { Session } from './session.ts';
import type { Action } from './state/reduce.ts';
import { afterOf, type Item, optionsOf, outputOf, type State, sizeOfFile } from './state/state.ts';
import { firstEdit } from './suggestion.ts';
import type { ToolWork } from './tool.ts';
import type { Together } from './use-together.ts';
import { opened } from './use-worker-help.ts';

type RunInput = {
  readonly tool: ToolWork;
  /** The state after the last action. */
  readonly latest: { readonly current: State };
  readonly files: { readonly current: OptionFiles };
  /** Receives what cancels the run. */
  readonly stop: { current: AbortController | null };
  readonly rasters: Rasters;
  readonly together: Together;
  readonly keptValues: KeptValues;
  readonly keptOf: (id: string) => Values;
  readonly progress: RunProgress;
  readonly dispatch: (action: Action) => void;
};

export type Run = {
  /** The request for a picture whose header was read, with the settings of now. */
  readonly requestFor: (opened: Item) => PictureRequest;
  /** Shows a preview of a request whose result takes long, unless one with the same options is shown. */
  readonly showPreview: (session: Session, request: PictureRequest, signal: AbortSignal) => Promise<void>;
  /** Works on a picture, from reading its file to the encoded result. */
  readonly run: (id: string, session: Session) => Promise<void>;
};

/** The work on one picture at a time. */
export function useRun({
  tool,
  latest,
  files,
  stop,
  rasters,
  together,
  keptValues,
  keptOf,
  progress,
  dispatch,
}: RunInput): Run {
  const requestFor = useCallback(
    (opened: Item): PictureRequest => {
      const { id } = opened;
      const settings = latest.current.history.now;
      const pictures = furtherPictures(tool, optionsOf(settings, id), files.current);
      return { item: opened, settings, pictures, kept: keptOf(id), preview: null, rasters };
    },
    [tool, keptOf, rasters, latest, files],
  );
  const showPreview = useCallback(
    async (running: Session, request: PictureRequest, signal: AbortSignal): Promise<void> => {
      const { id, preview } = request.item;
      const { settings } = request;
      if (preview && optionsOf(preview.settings, id) === optionsOf(settings, id)) return;
      const quick = quickPreview({ tool, session: running }, request);
      const made = quick && (await runTool({ tool, session: running }, quick, { signal }));
      const pixels = made?.ok && made.value.pixels;
      if (pixels) dispatch({ kind: 'previewed', id, preview: { pixels, settings } });
    },
    [tool, dispatch],
  );

  const run = useCallback(
    async (id: string, running: Session) => {
      const controller = new AbortController();
      stop.current = controller;
      const watch = {
        signal: controller.signal,
        onProgress: (report: Progress) => progress.report(id, report),
      };
      const end = (error: ToolError) => {
        // The last result, which this run began with, is gone: the next run begins with the picture.
        if (error.code === 'file.unreadable') dispatch({ kind: 'lost', id });
        dispatch({ kind: 'ended', id, error });
      };
      const found = latest.current.items.find((candidate) => candidate.id === id);
      if (!found) return dispatch({ kind: 'ended', id, error: { code: 'job.cancelled' } });
      const ready = await opened(running, found, { watch, dispatch });
      if (!ready.ok) return end(ready.error);
      // With several pictures, only those that were shown have been searched.
      if (latest.current.items.length > 1) {
        await together.search(running, ready.value, watch);
        const full = requestFor({ ...ready.value, limit: null });
        const first = await firstEdit({ tool, session: running }, full, watch);
        if (!first.ok) return end(first.error);
        const edit = first.value;
        if (edit) flushSync(() => dispatch({ kind: 'edit', id, edit }));
      }
      const request = requestFor(ready.value);
      const { settings } = request;
      const output = outputOf(latest.current, ready.value);
      dispatch({ kind: 'began', id, settings });
      // Pictures of a batch that are not shown need no preview.
      if (latest.current.current === id) await showPreview(running, { ...request, output }, controller.signal);
      const outcome = await runTool({ tool, session: running }, { ...request, output }, watch);
      if (!outcome.ok) return end(outcome.error);
      const { encoded, base, notes, backend, ms } = outcome.value;
      keptValues.set(id, keptKey(tool, optionsOf(settings, id), found.limit), { ...keptOf(id), ...outcome.value.kept });
      if (!encoded) return end({ code: 'job.failed', details: 'The result was not encoded.' });
      const { file, pixels: stored, error } = encoded;
      const geometry = isSvg(file) ? null : afterOf(settings, id);
      const { width, height } = sizeOfFile(stored, geometry);
      const written = error ? { ...output, type: file.type as EncodeType } : output;
      const result = {
        width,
        height,
        blob: file,
        stored,
        base,
        geometry,
        settings,
        output: written,
        notes,
        backend,
        ms,
        saved: false,
      };
      dispatch({ kind: 'finished', id, result });
      if (error) dispatch({ kind: 'unwritable', id, output, fallback: written, error });
    },
    [tool, keptOf, keptValues, requestFor, showPreview, together, progress, latest, stop, dispatch],
  );
  return { requestFor, showPreview, run };
}
