import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ToolError } from '../../engine/errors.ts';
import type { Strokes } from '../../engine/ops/colourise/strokes.ts';
import { coverage } from '../../engine/ops/mask/draw.ts';
import type { Mask } from '../../engine/types.ts';
import { startsByItself } from '../automatic-setting.ts';
import { isMetered } from '../metered.ts';
import { outlookOf } from '../outlook.ts';
import { missingBytes, useHeld } from '../parts/use-held.ts';
import type { MaskEdit } from '../state/edits.ts';
import { editsOf, optionsOf } from '../state/state.ts';
import { readStored, writeStored } from '../stored-values.ts';
import { autoOf, type BrushName, brushesOf, type MaskSuggestion } from '../tool.ts';
import type { Workspace } from '../use-workspace.ts';
import type { MaskChoice } from './choice.ts';
import { onlyColoursSince, strokesOf } from './colours.ts';
import { selectorsOf } from './jobs.ts';
import type { Layer } from './MaskLayer.tsx';
import { addedSince } from './raster.ts';
import { useHint } from './use-hint.ts';
import type { Marking } from './use-marking.ts';
import { type MaskBusy, type MaskJobs, objectsOnly, useMaskJobs } from './use-mask-jobs.ts';

/** The mask of the displayed picture, and the actions on it. */
export type MaskControl = MaskJobs & {
  /** Masks that can be drawn; none in tools without masks. */
  readonly brushes: readonly BrushName[];
  readonly choice: MaskChoice;
  readonly setChoice: (choice: MaskChoice) => void;
  /** Null while nothing can be marked. */
  readonly marking: Marking | null;
  readonly layers: readonly Layer[];
  /** The object that a click at the pointer would select, reduced; null for none. */
  readonly hint: Mask | null;
  /** Strokes of colour that are shown; null without any. */
  readonly painted: Strokes | null;
  /** Whether there are strokes of colour. */
  readonly coloured: boolean;
  /** Whether colours may be painted. */
  readonly colours: boolean;
  /** Fraction of the picture, 0..1. */
  readonly covered: number;
  readonly canSelect: boolean;
  /** Whether the picture is read, so that its mask can be saved. */
  readonly canSave: boolean;
  /** Whether the search that a tool does by itself when a picture opens has ended. */
  readonly searched: boolean;
  /** Whether a job is about to change the mask. */
  readonly changing: boolean;
  /** Whether a click, a file or a search of the visitor will change the mask: another page does not repeat them. */
  readonly awaited: boolean;
  readonly suggestions: readonly MaskSuggestion[];
  readonly edit: (edit: MaskEdit) => void;
  readonly shown: boolean;
  readonly setShown: (shown: boolean) => void;
  readonly eachStroke: boolean;
  readonly setEachStroke: (each: boolean) => void;
};

const EACH_STROKE = 'safelight-each-stroke';

const NONE: readonly MaskSuggestion[] = [];

const FIRST: Omit<MaskChoice, 'tool'> = { mode: 'add', radius: null, colour: '#b5532e', keeps: false };

/** Joins drawing, the worker's help and the state of the workspace. */
export function useMask(workspace: Workspace, onProblem: (error: ToolError) => void): MaskControl {
  const { tool, session, item, state, settled, phase, stale, rasters, dispatch } = workspace;
  const brushes = useMemo(() => brushesOf(tool), [tool]);
  const paints = brushes.includes('mask');
  const canSelect = tool.mask?.select === true && session !== null && selectorsOf(session) !== null;
  const selectsFirst = tool.mask?.selectsFirst === true && (canSelect || session === null);
  const [chosen, setChoice] = useState<MaskChoice | null>(null);
  const choice = chosen ?? { ...FIRST, tool: selectsFirst ? 'select' : paints ? 'brush' : null };
  const [shown, setShown] = useState(true);
  const [eachStroke, setEachStroke] = useState(() => readStored(EACH_STROKE) !== false);
  const jobs = useMaskJobs(workspace, onProblem);
  const info = item?.info ?? null;
  const drawn = item ? editsOf(state.history.now, item.id) : null;
  const edits = item ? editsOf(settled, item.id) : null;
  const busy: MaskBusy | null = jobs.busy ?? (edits === drawn ? null : { kind: 'change' });
  const last = item?.result?.settings ?? null;
  const done = item && last && optionsOf(last, item.id) === optionsOf(settled, item.id) ? editsOf(last, item.id) : null;

  const whole = useMemo<readonly Layer[]>(() => {
    if (!info) return [];
    return brushes.flatMap((brush) => {
      const mask = rasters.maskOf(edits, brush, info);
      return mask ? [{ brush, mask }] : [];
    });
  }, [info, brushes, edits, rasters]);
  const hasFreshResult = item?.result != null && !stale;
  const layers = useMemo<readonly Layer[]>(() => {
    if (!shown || (paints ? hasFreshResult : choice.tool === null)) return [];
    if (!paints || !info) return whole;
    // What a result already shows is not marked again.
    if (done && onlyColoursSince(edits, done)) return [];
    const open = addedSince(edits, done, info);
    return open ? [{ mask: open, brush: 'mask' }] : whole;
  }, [shown, paints, hasFreshResult, choice.tool, whole, info, edits, done]);
  const covered = useMemo(() => whole.reduce((sum, { mask }) => sum + coverage(mask), 0), [whole]);

  const strokes = useMemo(() => (info ? strokesOf(edits, info) : null), [info, edits]);

  const suggestions = tool.mask?.suggestions ?? NONE;
  const searched = useAuto(workspace, jobs, autoOf(tool));

  const { prepare, select, refinementOf } = jobs;
  const { mode } = choice;
  usePreparing(workspace, canSelect && choice.tool === 'select' ? prepare : null);
  const { hint, hover } = useHint({
    session,
    item,
    embedded: jobs.embedded,
    objectsOnly: objectsOnly(tool),
    refinementOf: useCallback((prompt) => refinementOf(prompt, mode), [refinementOf, mode]),
    moment: state.running ?? drawn,
  });
  const edit = (next: MaskEdit) => item && dispatch({ kind: 'edit', id: item.id, edit: next });
  return {
    ...jobs,
    busy,
    brushes,
    choice,
    setChoice: (next) => {
      setChoice(next);
      if (next.tool === 'select') prepare();
    },
    marking:
      info && brushes.length > 0 && phase !== 'loading'
        ? { choice, brushes, onEdit: edit, onSelect: select, onHover: hover }
        : null,
    layers,
    hint: choice.tool === 'select' && phase !== 'working' ? hint : null,
    painted: shown && !hasFreshResult ? strokes : null,
    coloured: strokes !== null,
    colours: tool.mask?.colours === true,
    covered,
    canSelect,
    suggestions,
    edit,
    shown,
    setShown,
    searched,
    canSave: session !== null && info !== null,
    changing: busy !== null && busy.kind !== 'prepare' && busy.kind !== 'save',
    awaited: jobs.selecting || busy?.kind === 'load' || (busy?.kind === 'find' && searched),
    eachStroke: tool.mask?.eachStroke === true && eachStroke,
    setEachStroke: (each) => {
      writeStored(EACH_STROKE, each);
      setEachStroke(each);
    },
  };
}

/** Embeds each picture once while the visitor looks at it; not over a metered connection if networks are missing. */
function usePreparing({ session, item, phase }: Workspace, prepare: MaskJobs['prepare'] | null): void {
  const tried = useRef(new Set<string>());
  const isActive = prepare !== null;
  const networks = useMemo(
    () => (session && isActive ? Object.values(selectorsOf(session) ?? {}) : []),
    [session, isActive],
  );
  const { held } = useHeld(session, networks, phase);
  const id = item?.info && phase !== 'error' ? item.id : null;
  const isFree = held !== null && held.length > 0 && (!isMetered() || missingBytes(held) === 0);
  useEffect(() => {
    if (!prepare || !id || !isFree || tried.current.has(id)) return;
    tried.current.add(id);
    prepare(true);
  });
}

/** Finds a mask by itself when a picture opens, once for each. Returns whether that has ended for the one on show. */
function useAuto(workspace: Workspace, { find }: MaskJobs, suggestion: MaskSuggestion | null): boolean {
  const { tool, session, item, state } = workspace;
  const tried = useRef(new Set<string>());
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const drawn = item ? editsOf(state.history.now, item.id) : null;
  const open = session && item?.info && suggestion && drawn === null;
  useEffect(() => {
    if (!open || tried.current.has(item.id)) return;
    tried.current.add(item.id);
    const { id } = item;
    // A tool that works without a mask goes on where there is nothing to find.
    const quietly = !outlookOf(workspace).wantsMask;
    void find(suggestion, { quietly, previewFirst: tool.automatic && startsByItself() }).finally(() =>
      setEnded((before) => new Set([...before, id])),
    );
  });
  return !suggestion || drawn !== null || (item !== null && ended.has(item.id));
}
