import { Button } from '../../ui/Button.tsx';
import type { Session } from '../session.ts';
import { useWords } from '../use-words.ts';
import cards from './cards.module.css';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';
import { type Held, useHeld } from './use-held.ts';

/** The networks of the current settings by name: what the first run downloads, and what is stored. */
export const ModelNotice = ({ held }: { readonly held: readonly Held[] }) => {
  const { say, units } = useWords();
  if (held.length === 0) return null;
  return (
    <ul className={css.notes}>
      {held.map(({ model, state }) => {
        const bytes = units.bytes(model.bytes);
        const text =
          state.kind === 'stored'
            ? `${model.title}: ${say('workspace.model.stored')}`
            : state.kind === 'absent'
              ? say('workspace.model.first', { name: model.title, bytes })
              : `${model.title}: ${say('workspace.model.resume', { done: units.bytes(state.received), total: bytes })}`;
        return <li key={model.id}>{text}</li>;
      })}
    </ul>
  );
};

/** All models on this device, and their removal. */
export const ModelSheet = ({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) => {
  const { say, units } = useWords();
  const { held, again } = useHeld(session, session.manifest.models, null);
  const stored = (held ?? []).filter(({ state }) => state.kind !== 'absent');
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
