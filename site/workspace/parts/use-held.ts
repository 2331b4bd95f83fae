import { useCallback, useEffect, useState } from 'react';
import type { Model } from '../../engine/manifest.ts';
import type { ModelState } from '../../engine/models/store.ts';
import type { Session } from '../session.ts';

/** A model and how much of it this device has. */
export type Held = { readonly model: Model; readonly state: ModelState };

type HeldModels = {
  /** Null until it was looked up. */
  readonly held: readonly Held[] | null;
  readonly again: () => void;
};

/** Which of these models are stored; read again whenever `moment` changes. */
export function useHeld(session: Session | null, models: readonly Model[], moment: unknown): HeldModels {
  const [held, setHeld] = useState<{ readonly ids: string; readonly held: readonly Held[] } | null>(null);
  const [turn, setTurn] = useState(0);
  const ids = models.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: models are compared by their ids; `moment` and `turn` cause another read
  useEffect(() => {
    if (!session) return;
    let isCancelled = false;
    void Promise.all(models.map(async (model) => ({ model, state: await session.store.state(model) }))).then(
      (found) => isCancelled || setHeld({ ids, held: found }),
    );
    return () => {
      isCancelled = true;
    };
  }, [session, ids, moment, turn]);
  return {
    held: held?.ids === ids ? held.held : null,
    again: useCallback(() => setTurn((now) => now + 1), []),
  };
}

/** Bytes that are still to be downloaded; 0 until it is known. */
export const missingBytes = (held: readonly Held[] | null): number =>
  (held ?? []).reduce(
    (sum, { model, state }) =>
      sum + (state.kind === 'stored' ? 0 : model.bytes - (state.kind === 'part' ? state.received : 0)),
    0,
  );
