import { useCallback, useEffect, useRef, useState } from 'react';
import type { Prompt } from '../../engine/adapters/adapter.ts';
import type { Outcome, ToolError } from '../../engine/errors.ts';
import { cropMask } from '../../engine/ops/crop.ts';
import { boundsOf } from '../../engine/ops/mask/change.ts';
import type { Facts, Mask, Progress } from '../../engine/types.ts';
import { resultName } from '../names.ts';
import { firstAttempt, maskFor } from '../picture-request.ts';
import { createReports, type RunProgress } from '../run-progress.ts';
import type { MaskEdit } from '../state/edits.ts';
import { editsOf } from '../state/state.ts';
import { runSuggestion } from '../suggestion.ts';
import { brushesOf, type MaskSuggestion, type ToolWork } from '../tool.ts';
import type { Workspace } from '../use-workspace.ts';
import { drawnInto, type MaskMode } from './choice.ts';
import { type Refinement, refinementAt } from './clicks.ts';
import { answerClick, embedPicture, isObject, readMask, writeMask } from './jobs.ts';

/** The job that currently changes the mask. */
export type MaskBusy = {
  readonly kind: 'load' | 'find' | 'prepare' | 'select' | 'save' | 'change';
};

export type MaskJobs = {
  readonly busy: MaskBusy | null;
  /** Progress of the job that `busy` names; null until it reports. */
  readonly progress: RunProgress<Progress | null>;
  /** Replaces the mask by a picture of one. */
  readonly load: (file: File) => void;
  readonly save: () => void;
  readonly find: (suggestion: MaskSuggestion, options?: SearchOptions) => Promise<void>;
  /** Embeds the picture, so that the first click is quick. `quietly`: the click reports what fails. */
  readonly prepare: (quietly?: boolean) => void;
  /** Embedding of the picture on show; null until it is computed. */
  readonly embedded: Facts | null;
  readonly select: (prompt: Prompt, mode: MaskMode) => void;
  /** What a click at a prompt would refine instead of selecting; null for nothing. */
  readonly refinementOf: (prompt: Prompt, mode: MaskMode) => Refinement | null;
  /** Whether a click on the picture on show has not been answered, be it that the picture is still being embedded. */
  readonly selecting: boolean;
};

export type SearchOptions = {
  /** Says nothing where nothing is found. */
  readonly quietly?: boolean;
  /** Shows a preview of the result before. */
  readonly previewFirst?: boolean;
};

type Work<T> = (watch: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}) => Promise<T>;

/** Masks that the worker reads, finds and writes. `onProblem` receives what went wrong. */
export function useMaskJobs(workspace: Workspace, onProblem: (error: ToolError) => void): MaskJobs {
  const { tool, session, item, state, rasters, dispatch } = workspace;
  const [busy, setBusy] = useState<MaskBusy | null>(null);
  const [progress] = useState(() => createReports<Progress | null>(null));
  const [clicks, setClicks] = useState<readonly Click[]>([]);
  const stops = useRef(new Map<MaskBusy['kind'], AbortController>());
  const [ready, setReady] = useState<{ readonly id: string; readonly facts: Facts } | null>(null);
  const embedded = useRef<{ readonly id: string; readonly facts: Promise<Outcome<Facts>> } | null>(null);
  /** The suggestion that was requested before the picture was read. */
  const waiting = useRef<File | null>(null);
  const requested = useRef<MaskSuggestion | null>(null);
  useEffect(() => () => stops.current.forEach((one) => void one.abort()), []);

  const perform = useCallback(
    async <T>(kind: MaskBusy['kind'], work: Work<T>): Promise<T> => {
      const controller = new AbortController();
      stops.current.set(kind, controller);
      progress.start(kind);
      setBusy({ kind });
      const onProgress = (report: Progress) => progress.report(kind, report);
      try {
        return await work({ signal: controller.signal, onProgress });
      } finally {
        if (stops.current.get(kind) === controller) {
          stops.current.delete(kind);
          setBusy((now) => (now?.kind === kind ? null : now));
        }
      }
    },
    [progress],
  );
  const valueOrProblem = <T>(outcome: Outcome<T>): T | null => {
    if (outcome.ok) return outcome.value;
    if (outcome.error.code !== 'job.cancelled') onProblem(outcome.error);
    return null;
  };
  const addStep = (id: string, kind: 'loaded' | 'found' | 'selected', { mask, mode, click }: Laid) => {
    const box = boundsOf(mask);
    if (!box && kind !== 'loaded')
      return onProblem({ code: kind === 'selected' ? 'job.noObject' : 'job.nothingFound' });
    const piece = box ? cropMask(mask, box) : { data: new Uint8Array(0) };
    const into = drawnInto(brushesOf(tool), mode);
    const region = { box: box ?? { x: 0, y: 0, width: 0, height: 0 }, data: piece.data };
    const edit: MaskEdit = { kind, ...into, ...region, ...(click && { click }) };
    dispatch({ kind: 'edit', id, edit });
  };
  const info = item?.info ?? null;

  const load = async (file: File) => {
    if (!session || !item || !info) {
      waiting.current = file;
      setBusy({ kind: 'load' });
      return;
    }
    // A search that is still running would add to the selection.
    stops.current.get('find')?.abort();
    const mask = valueOrProblem(await perform('load', (watch) => readMask(session, { file, size: info }, watch)));
    if (mask) addStep(item.id, 'loaded', { mask, mode: 'add' });
  };
  const loadNow = useRef(load);
  useEffect(() => {
    loadNow.current = load;
    const file = waiting.current;
    if (!file || !session || !info) return;
    waiting.current = null;
    void load(file);
  });

  const find = async (suggestion: MaskSuggestion, { quietly = false, previewFirst = false }: SearchOptions = {}) => {
    if (!session || !item || !info) {
      requested.current = suggestion;
      setBusy({ kind: 'find' });
      return;
    }
    const request = {
      item: { ...item, limit: null },
      settings: state.history.now,
      pictures: workspace.pictures,
      preview: null,
      rasters,
    };
    const found = await perform('find', async (watch) => {
      if (previewFirst) await workspace.previewOf(item, watch.signal);
      const kept = await workspace.together.search(session, item, watch);
      return runSuggestion({ tool, session, suggestion }, { ...request, kept }, watch);
    });
    const isNothing = found.ok ? boundsOf(found.value) === null : found.error.code === 'job.nothingFound';
    // Without a mask, the tool has nothing to do.
    if (isNothing && !firstAttempt(tool, session, { ...request, kept: {} }).ok) workspace.dropPreview(item.id);
    if (quietly && isNothing) return;
    const mask = valueOrProblem(found);
    if (mask) addStep(item.id, 'found', { mask, mode: 'add' });
  };
  useEffect(() => {
    const suggestion = requested.current;
    if (!suggestion || !session || !info) return;
    requested.current = null;
    void find(suggestion);
  });

  const facts = (): Promise<Outcome<Facts>> | null => {
    if (!session || !item || !info) return null;
    const { id, file } = item;
    if (embedded.current?.id === id) return embedded.current.facts;
    const preparation = perform('prepare', (watch) => embedPicture(session, { id, file, size: info }, watch));
    embedded.current = { id, facts: preparation };
    void preparation.then((outcome) => {
      if (embedded.current?.facts !== preparation) return;
      if (outcome.ok) setReady({ id, facts: outcome.value });
      else embedded.current = null;
    });
    return preparation;
  };
  const edits = item ? editsOf(state.history.now, item.id) : null;
  const latestEdits = useRef(edits);
  useEffect(() => {
    latestEdits.current = edits;
  });
  const refinementOf = useCallback(
    (prompt: Prompt, mode: MaskMode) =>
      mode === 'subtract' ? refinementAt(latestEdits.current, prompt, drawnInto(brushesOf(tool), mode)) : null,
    [tool],
  );
  const select = async (prompt: Prompt, mode: MaskMode) => {
    const embeddedFacts = valueOrProblem((await facts()) ?? CANCELLED);
    if (!session || !item || !info || !embeddedFacts) return;
    const picture = { id: item.id, file: item.file, size: info };
    const refinement = refinementOf(prompt, mode);
    const click = { picture, embedded: embeddedFacts, prompt, widen: tool.mask?.widen ?? 0, refinement };
    const mask = valueOrProblem(await perform('select', (watch) => answerClick(session, click, watch)));
    if (!mask) return;
    if (mode === 'add' && objectsOnly(tool) && !isObject(mask)) return onProblem({ code: 'job.noObject' });
    addStep(item.id, 'selected', { mask, mode, click: prompt });
  };
  const selectAtClick = async (prompt: Prompt, mode: MaskMode) => {
    if (!item) return;
    const click: Click = { id: item.id };
    setClicks((before) => [...before, click]);
    await select(prompt, mode);
    setClicks((before) => before.filter((one) => one !== click));
  };

  const save = async () => {
    if (!session || !item || !info) return;
    const request = { item, settings: state.history.now, rasters };
    const mask: Mask = maskFor(request, 'mask') ?? {
      width: info.width,
      height: info.height,
      data: new Uint8Array(info.width * info.height),
    };
    const file = valueOrProblem(await perform('save', (watch) => writeMask(session, mask, watch)));
    if (file) saveFile(file, resultName(item.file.name, 'mask', file));
  };
  return {
    // What waits for a picture that cannot be opened waits for the next one.
    busy: item?.error && !info ? null : busy,
    progress,
    load: (file) => void load(file),
    save: () => void save(),
    find,
    prepare: (quietly = false) => void facts()?.then((outcome) => quietly || valueOrProblem(outcome)),
    embedded: ready !== null && ready.id === item?.id ? ready.facts : null,
    select: (prompt, mode) => void selectAtClick(prompt, mode),
    refinementOf,
    selecting: item !== null && clicks.some(({ id }) => id === item.id),
  };
}

/** A click that is not answered yet: id of its picture. */
type Click = { readonly id: string };

type Laid = {
  readonly mask: Mask;
  readonly mode: MaskMode;
  /** The click or box that selected it. */
  readonly click?: Prompt;
};

/** Whether clicks select what is to be removed, so that a click on the background selects nothing. */
export const objectsOnly = ({ mask }: ToolWork): boolean => (mask?.widen ?? 0) > 0;

const CANCELLED = { ok: false, error: { code: 'job.cancelled' } } as const;

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // By then the browser has opened the file.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
