import { useEffect, useMemo, useState } from 'react';
import { loadPixels } from '../../engine/codecs/stored-pixels.ts';
import type { ToolError } from '../../engine/errors.ts';
import { isUnchanged, UNCHANGED } from '../../engine/ops/geometry/geometry.ts';
import type { ColorSpace, Geometry, Pixels, Size, StoredPixels } from '../../engine/types.ts';
import { isSvg } from '../names.ts';
import { sourceOf } from '../picture-request.ts';
import { encodeRequest } from '../run-attempt.ts';
import { afterOf, editsOf } from '../state/state.ts';
import { openedItem } from '../state/versions.ts';
import { opened } from '../use-worker-help.ts';
import type { Workspace } from '../use-workspace.ts';

/** What is cropped: the picture before the tool's work, or its result. */
export type CropSubject = 'picture' | 'result';

/** A picture that is cropped: what it shows, its size, and how it is cropped so far. */
export type Cropped = {
  readonly shown: File | Pixels;
  /** The colours of pixels that are shown. */
  readonly colorSpace: ColorSpace | undefined;
  readonly size: Size;
  readonly geometry: Geometry;
};

export type CropControl = {
  readonly subject: CropSubject;
  readonly setSubject: (subject: CropSubject) => void;
  /** Whether there is a result that can be cropped. */
  readonly hasResult: boolean;
  /** Null while it is read. */
  readonly cropped: Cropped | null;
  readonly applying: boolean;
  /** Whether the picture has marks or a result, which another version of it begins without. */
  readonly hasWork: boolean;
  /** Takes over a geometry; resolves with whether that worked. */
  readonly apply: (geometry: Geometry) => Promise<boolean>;
};

/** Crops the picture on show, or its result; both keep their pixels, so that every change can be undone. */
export function useCrop(workspace: Workspace, onProblem: (error: ToolError) => void): CropControl {
  const { state, item, session, stale, dispatch, cancel } = workspace;
  const result = item?.result ?? null;
  const stored = result && !isSvg(result.blob) && !stale ? result.stored : null;
  const [subject, setSubject] = useState<CropSubject>(stored ? 'result' : 'picture');
  const [applying, setApplying] = useState(false);
  const source = item && openedItem(state, item);
  useEffect(() => {
    // Undo can show a version whose opened picture was not read since the page was loaded.
    if (session && source && !source.info)
      void opened(session, source, { watch: { signal: new AbortController().signal }, dispatch });
  }, [session, source, dispatch]);
  const pixels = usePixels(subject === 'result' ? stored : null);
  const before = item?.geometry ?? UNCHANGED;
  const after = (item && afterOf(state.history.now, item.id)) ?? UNCHANGED;
  const colorSpace = item?.info?.colorSpace;
  const cropped = useMemo((): Cropped | null => {
    if (subject === 'result') return pixels && { shown: pixels, colorSpace, size: pixels, geometry: after };
    return source?.info ? { shown: source.file, colorSpace, size: source.info, geometry: before } : null;
  }, [subject, pixels, colorSpace, source, before, after]);

  const reshape = async (geometry: Geometry): Promise<boolean> => {
    if (!item || !source || !session) return false;
    if (isUnchanged(geometry)) {
      dispatch({ kind: 'reshaped', id: item.id, version: null });
      return true;
    }
    if (state.running?.id === item.id) cancel();
    const step = { op: 'picture.transform', params: geometry, inputs: { picture: 'picture' }, output: 'part' };
    const output = { type: 'image/png', quality: 1, metadata: 'keep' } as const;
    const encode = { picture: 'part', svg: null, ...encodeRequest(output, source.file, null) };
    const job = { source: sourceOf(source), steps: [step], results: [], encode };
    const outcome = await session.engine.run({ job, tileSide: 0 }, { signal: new AbortController().signal });
    const file = outcome.ok ? outcome.value.encoded?.file : null;
    if (!file) {
      onProblem(outcome.ok ? { code: 'job.failed', details: 'The picture was not encoded.' } : outcome.error);
      return false;
    }
    const version = { id: crypto.randomUUID(), file: new File([file], source.file.name, file), geometry };
    dispatch({ kind: 'reshaped', id: item.id, version });
    return true;
  };
  return {
    subject,
    setSubject,
    hasResult: stored !== null,
    cropped,
    applying,
    hasWork: item !== null && (result !== null || editsOf(state.history.now, item.id) !== null),
    apply: async (geometry) => {
      if (!item || !cropped) return false;
      if (JSON.stringify(geometry) === JSON.stringify(cropped.geometry)) return true;
      if (subject === 'result') {
        dispatch({ kind: 'finish', id: item.id, geometry });
        return true;
      }
      setApplying(true);
      const done = await reshape(geometry);
      setApplying(false);
      return done;
    },
  };
}

/** Stored pixels in memory; null until they are read. */
function usePixels(stored: StoredPixels | null): Pixels | null {
  const [read, setRead] = useState<{ readonly stored: StoredPixels; readonly pixels: Pixels } | null>(null);
  useEffect(() => {
    if (!stored) return;
    let isClosed = false;
    void loadPixels(stored).then((pixels) => pixels && !isClosed && setRead({ stored, pixels }));
    return () => {
      isClosed = true;
    };
  }, [stored]);
  return read?.stored === stored ? read.pixels : null;
}
