import { useMemo, useRef } from 'react';
import type { Values } from '../engine/types.ts';
import type { Watch } from '../engine/workers/engine.ts';
import type { Session } from './session.ts';
import type { Action } from './state/reduce.ts';
import type { Item, State } from './state/state.ts';
import { batchOf, searchTogether } from './together.ts';
import type { ToolWork } from './tool.ts';
import { opened } from './use-worker-help.ts';

/** Findings that pictures share with others of their batch. */
export type Together = {
  /** What was found; nothing for a picture that is worked on at another size. */
  readonly valuesOf: (id: string) => Values;
  /** Looks for it, once for a batch. What cannot be found out is nothing: each picture is worked on by itself then. */
  readonly search: (running: Session, item: Item, watch: Watch) => Promise<Values>;
};

type Input = {
  readonly tool: ToolWork;
  readonly latest: { readonly current: State };
  readonly dispatch: (action: Action) => void;
};

export function useTogether({ tool, latest, dispatch }: Input): Together {
  const found = useRef(new Map<string, { readonly batch: string; readonly values: Values }>());
  const searches = useRef(new Map<string, Promise<unknown>>());
  return useMemo(() => {
    const itemOf = (id: string) => latest.current.items.find((item) => item.id === id);
    const valuesOf = (id: string): Values => (itemOf(id)?.limit === null ? (found.current.get(id)?.values ?? {}) : {});
    const search: Together['search'] = async (running, item, watch) => {
      const { together } = tool.mask ?? {};
      const batch = together ? batchOf(latest.current.items, item, together.max) : [];
      const name = batch.map(({ id }) => id).join(' ');
      // The displayed picture and a running batch may request it at the same time.
      await searches.current.get(name);
      if (!together || batch.length < together.min || watch.signal.aborted) return {};
      if (found.current.get(item.id)?.batch === name) return valuesOf(item.id);
      const work = async () => {
        const readable: Item[] = [];
        for (const one of batch) {
          const ready = await opened(running, itemOf(one.id) ?? one, { watch, dispatch });
          if (ready.ok) readable.push(ready.value);
        }
        const values = await searchTogether({ tool, session: running, together }, { item, batch: readable }, watch);
        if (watch.signal.aborted) return;
        for (const [id, own] of values) found.current.set(id, { batch: name, values: own });
      };
      const promise = work().finally(() => searches.current.delete(name));
      searches.current.set(name, promise);
      await promise;
      return valuesOf(item.id);
    };
    return { valuesOf, search };
  }, [tool, latest, dispatch]);
}
