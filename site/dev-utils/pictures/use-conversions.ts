import { useEffect, useMemo, useRef, useState } from 'react';
import type { ToolError } from '../../engine/errors.ts';
import type { Converter } from './converter.ts';
import type { Converted, ConvertOptions } from './protocol.ts';

export type PictureFile = { readonly id: string; readonly file: File };

/** `result` is the last one there is, of other options while a new one is being made. */
export type Conversion = {
  readonly state: 'waiting' | 'working' | 'done' | 'failed';
  readonly result: Converted | null;
  readonly error: ToolError | null;
  /** Of the options that it was made with. */
  readonly key: string;
};

export type Conversions = ReadonlyMap<string, Conversion>;

/** A slider moves in many small steps: only where it rests is worth encoding. */
const REST_MS = 150;

export type ConversionsInput = {
  readonly files: readonly PictureFile[];
  readonly options: ConvertOptions;
  readonly converter: Converter | null;
  /** Converted first. */
  readonly chosen: string | null;
};

/** Converts the files one after the other, and all of them again when the options change. */
export const useConversions = ({ files, options, converter, chosen }: ConversionsInput): Conversions => {
  const [conversions, setConversions] = useState<Conversions>(new Map());
  const key = JSON.stringify(options);
  const latest = useRef({ conversions, chosen });
  useEffect(() => {
    latest.current = { conversions, chosen };
  }, [conversions, chosen]);
  useEffect(() => {
    if (!converter) return;
    const stop = new AbortController();
    const put = (id: string, change: Partial<Conversion>) =>
      setConversions((now) => {
        const before = now.get(id) ?? { state: 'waiting', result: null, error: null, key: '' };
        return new Map(now).set(id, { ...before, ...change });
      });
    const wanted: ConvertOptions = JSON.parse(key);
    const run = async (): Promise<void> => {
      const first = files.filter(({ id }) => id === latest.current.chosen);
      for (const { id, file } of [...first, ...files.filter((one) => !first.includes(one))]) {
        const known = latest.current.conversions.get(id);
        if (known?.key === key && known.state !== 'working') continue;
        put(id, { state: 'working', error: null, key });
        const outcome = await converter.call({ kind: 'convert', fileId: id, file, options: wanted }, stop.signal);
        if (stop.signal.aborted) return;
        if (outcome.ok) put(id, { state: 'done', result: outcome.value });
        else put(id, { state: 'failed', result: null, error: outcome.error });
      }
    };
    const ids = new Set(files.map(({ id }) => id));
    setConversions((now) => new Map([...now].filter(([id]) => ids.has(id))));
    const timer = window.setTimeout(run, REST_MS);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [files, key, converter]);
  // What was made with other options is out of date from the moment they change.
  return useMemo(
    () =>
      new Map(
        [...conversions].map(([id, one]) => [id, one.key === key ? one : { ...one, state: 'waiting', error: null }]),
      ),
    [conversions, key],
  );
};
