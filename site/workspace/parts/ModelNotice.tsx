import { useCallback, useEffect, useState } from 'react';
import type { Model } from '../../engine/manifest.ts';
import type { ModelState } from '../../engine/models/store.ts';
import { Button } from '../../ui/Button.tsx';
import type { Session } from '../session.ts';
import { useWords } from '../use-words.ts';
import cards from './cards.module.css';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';

type Held = { readonly model: Model; readonly state: ModelState };

/** Which of these models are stored; read again whenever `moment` changes. */
function useHeld(session: Session | null, models: readonly Model[], moment: unknown) {
  const [held, setHeld] = useState<readonly Held[]>([]);
  const [turn, setTurn] = useState(0);
  const ids = models.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: models are compared by their ids; `moment` and `turn` cause another read
  useEffect(() => {
    if (!session) return;
    let gone = false;
    void Promise.all(models.map(async (model) => ({ model, state: await session.store.state(model) }))).then(
      (found) => gone || setHeld(found),
    );
    return () => {
      gone = true;
    };
  }, [session, ids, moment, turn]);
  return { held, again: useCallback(() => setTurn((now) => now + 1), []) };
}

type ModelNoticeProps = {
  readonly session: Session | null;
  /** Models that the settings need. */
  readonly models: readonly Model[];
  readonly moment: unknown;
  /** The models that are stored on the device, or those that are not. */
  readonly only: 'stored' | 'wanted';
};

/** One line for all models of the settings: what the first run will download, and later that it is stored. */
export const ModelNotice = ({ session, models, moment, only }: ModelNoticeProps) => {
  const { say, units } = useWords();
  const { held } = useHeld(session, models, moment);
  const shown = held.filter(({ state }) => (state.kind === 'stored') === (only === 'stored'));
  const absent = shown.filter(({ state }) => state.kind === 'absent').map(({ model }) => model);
  if (shown.length === 0) return null;
  return (
    <ul className={css.notes}>
      {absent.length > 0 && (
        <li>
          {say('workspace.model.first', {
            name: absent.map(({ title }) => title).join(' + '),
            bytes: units.bytes(absent.reduce((sum, { bytes }) => sum + bytes, 0)),
          })}
        </li>
      )}
      {shown.map(({ model, state }) => {
        if (state.kind === 'absent') return null;
        const total = units.bytes(model.bytes);
        const text =
          state.kind === 'stored'
            ? `${model.title}: ${say('workspace.model.stored')}`
            : say('workspace.model.resume', { done: units.bytes(state.received), total });
        return <li key={model.id}>{text}</li>;
      })}
    </ul>
  );
};

/** All models on this device, and their removal. */
export const ModelSheet = ({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) => {
  const { say, units } = useWords();
  const { held, again } = useHeld(session, session.manifest.models, null);
  const stored = held.filter(({ state }) => state.kind !== 'absent');
  const bytesOf = ({ model, state }: Held) => (state.kind === 'part' ? state.received : model.bytes);
  const remove = async (gone: readonly Held[]) => {
    await Promise.all(gone.map(({ model }) => session.store.remove(model)));
    session.engine.release();
    again();
  };
  return (
    <Sheet title={say('workspace.model.manage')} onClose={onClose}>
      {stored.length === 0 ? (
        <p>{say('workspace.model.none')}</p>
      ) : (
        <>
          <ul className={cards.models}>
            {stored.map((one) => (
              <li key={one.model.id} className={css.row}>
                <span>
                  {one.model.title} <span className={css.faint}>{units.bytes(bytesOf(one))}</span>
                </span>
                <Button className={css.small} onClick={() => void remove([one])}>
                  {say('workspace.model.remove')}
                </Button>
              </li>
            ))}
          </ul>
          <div className={css.row}>
            <span className={css.faint}>
              {say('workspace.model.used', { bytes: units.bytes(stored.reduce((sum, one) => sum + bytesOf(one), 0)) })}
            </span>
            <Button className={css.small} onClick={() => void remove(stored)}>
              {say('workspace.model.removeAll')}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
};
