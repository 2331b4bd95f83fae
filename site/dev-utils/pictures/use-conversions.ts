import { useEffect, useMemo, useRef, useState } from 'react';
import type { ToolError } from '../../engine/errors.ts';
import type { Converter } from './converter.ts';
import type { Converted, ConvertOptions } from './protocol.ts';

export type PictureFile = { readonly id: string; readonly file: File };

/** State of one file. While it is converted again, `result` is that of earlier options. */
export type Conversion = {
  readonly state: 'waiting' | 'working' | 'done' | 'failed';
  readonly result: Converted | null;
  readonly error: ToolError | null;
  /** Key of the options of this conversion. */
  readonly key: string;
};

export type Conversions = ReadonlyMap<string, Conversion>;

/** Pause after a change of the options before encoding starts: a slider emits many values on its way. */
const DEBOUNCE_MS = 150;

export type ConversionsInput = {
  readonly files: readonly PictureFile[];
  readonly options: ConvertOptions;
  readonly converter: Converter | null;
  /** Id of the file that is converted first. */
  readonly chosen: string | null;
};

/** Converts the files in sequence, and all of them again when the options change. */
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
    const update = (id: string, change: Partial<Conversion>) =>
      setConversions((now) => {
        const before = now.get(id) ?? { state: 'waiting', result: null, error: null, key: '' };
        return new Map(now).set(id, { ...before, ...change });
      });
    const requested: ConvertOptions = JSON.parse(key);
    const run = async (): Promise<void> => {
      const first = files.filter(({ id }) => id === latest.current.chosen);
      for (const { id, file } of [...first, ...files.filter((one) => !first.includes(one))]) {
        const current = latest.current.conversions.get(id);
        if (current?.key === key && current.state !== 'working') continue;
        update(id, { state: 'working', error: null, key });
        const outcome = await converter.call({ kind: 'convert', fileId: id, file, options: requested }, stop.signal);
        if (stop.signal.aborted) return;
        if (outcome.ok) update(id, { state: 'done', result: outcome.value });
        else update(id, { state: 'failed', result: null, error: outcome.error });
      }
    };
    const ids = new Set(files.map(({ id }) => id));
    setConversions((now) => new Map([...now].filter(([id]) => ids.has(id))));
    const timer = window.setTimeout(run, DEBOUNCE_MS);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [files, key, converter]);
  // Results of other options are stale as soon as the options change.
  return useMemo(
    () =>
      new Map(
        [...conversions].map(([id, one]) => [id, one.key === key ? one : { ...one, state: 'waiting', error: null }]),
      ),
    [conversions, key],
  );
};
