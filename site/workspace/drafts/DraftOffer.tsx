import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import css from './DraftOffer.module.css';
import { resumedDraft, setResumedDraft } from './setting.ts';
import { findDraft, type DraftOffer as Offer, type OpenDraft } from './store.ts';

type DraftOfferProps = {
  /** Namespace of the tool's messages. */
  readonly tool: string;
  readonly onContinue: (draft: OpenDraft) => void;
  /** There is nothing to offer, or the visitor does not want it. */
  readonly onDone: () => void;
};

/** Offers to continue with the work of an earlier visit, over the drop zone; continues at once where the page before passed it on. */
export const DraftOffer = ({ tool, onContinue, onDone }: DraftOfferProps) => {
  const { say } = useWords();
  /** What this page holds and has not passed on. */
  const unclaimed = useRef<Offer | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const resume = async (found: Offer) => {
    const draft = await found.open();
    if (!draft) return onDone();
    unclaimed.current = null;
    onContinue(draft);
  };
  const resumeNow = useEffectEvent(resume);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    let isCancelled = false;
    void findDraft(tool, Date.now()).then((found) => {
      if (isCancelled) return found?.release();
      unclaimed.current = found;
      if (!found) return done();
      const isResumed = found.id === resumedDraft();
      setResumedDraft(null);
      if (isResumed) void resumeNow(found);
      else setOffer(found);
    });
    return () => {
      isCancelled = true;
      unclaimed.current?.release();
    };
  }, [tool]);
  if (!offer) return null;
  const { kind, name, count } = offer;
  return (
    <section className={css.offer} data-offer="" aria-label={say('workspace.draft.title')}>
      <p className={css.title}>
        {say(count > 1 ? 'workspace.draft.offerBatch' : 'workspace.draft.offer', { name: shortened(name) })}
      </p>
      <p className={css.text}>{say(kind === 'video' ? 'workspace.draft.textVideo' : 'workspace.draft.text')}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={() => void resume(offer)}>
          {say('workspace.draft.continue')}
        </Button>
        <Button onClick={() => void offer.discard().then(onDone)}>{say('workspace.draft.discard')}</Button>
      </div>
    </section>
  );
};

/** Characters of a file name that fit into two lines of the card on a phone, with the question around it. */
const MAX_NAME = 24;

/** A file name without its middle where it is long. */
const shortened = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME / 2)}…${name.slice(1 - MAX_NAME / 2)}` : name;
