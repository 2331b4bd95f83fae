import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';

type LeaveGuardInput = {
  /** Whether leaving would lose work. */
  readonly active: boolean;
  /** What would be lost. */
  readonly loses?: 'result' | 'marks';
  /** Called after the visitor has confirmed to leave the page, before that happens. */
  readonly onLeave?: () => void;
};

/** A picture that is removed from a batch, and whether its result would be lost. */
type Removal = { readonly name: string; readonly losesWork: boolean };

export type LeaveGuard = {
  /**
   * Calls `leave`, which discards work: at once, or after the visitor has confirmed it if that would lose work. Without a
   * removal all work is discarded.
   */
  readonly ask: (leave: () => void, removal?: Removal) => void;
  /** The sheet with the question; null while nothing has to be confirmed. */
  readonly sheet: ReactNode;
};

type Question = { readonly leave: () => void; readonly removal?: Removal | undefined };

/**
 * Protects unsaved work: the browser warns before the tab closes, and a sheet has to be confirmed before a link of this site
 * is followed, the browser goes back to another page of it, or a button discards the work.
 */
export function useLeaveGuard({ active, loses = 'result', onLeave }: LeaveGuardInput): LeaveGuard {
  const { say } = useWords();
  const [question, setQuestion] = useState<Question | null>(null);
  useLeaveEvents(active, (leave) =>
    setQuestion({
      leave: () => {
        onLeave?.();
        leave();
      },
    }),
  );
  const ask = (leave: () => void, removal?: Removal) =>
    (removal?.losesWork ?? active) ? setQuestion({ leave, removal }) : leave();
  if (!question) return { ask, sheet: null };
  const stay = () => setQuestion(null);
  const leave = () => {
    setQuestion(null);
    question.leave();
  };
  const { removal } = question;
  const words = removal ? 'removal' : loses === 'marks' ? 'marks' : 'leave';
  const sheet = (
    <Sheet title={say(`workspace.${words}.title`)} onClose={stay}>
      <p>{say(`workspace.${words}.text`, { name: removal?.name ?? '' })}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={stay}>
          {say(`workspace.${words}.stay`)}
        </Button>
        <Button onClick={leave}>{say(`workspace.${words}.leave`)}</Button>
      </div>
    </Sheet>
  );
  return { ask, sheet };
}

/** Marks a link or a navigation that the visitor has confirmed. */
const CONFIRMED = 'confirmed';

/** Holds back what leaves the page, and calls `onLeave` with the function that does it after all. */
function useLeaveEvents(active: boolean, onLeave: (leave: () => void) => void): void {
  const hold = useEffectEvent(onLeave);
  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const press = (event: MouseEvent) => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!plain || !link?.href || link.target === '_blank' || link.hasAttribute('download')) return;
      if (isThisPage(link.href) || link.dataset.leave === CONFIRMED) return;
      event.preventDefault();
      event.stopPropagation();
      hold(() => {
        link.dataset.leave = CONFIRMED;
        link.click();
        delete link.dataset.leave;
      });
    };
    /** Back and forward. Where the page is loaded again, the event cannot be cancelled, and the browser warns by itself. */
    const traverse = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination, info } = event;
      if (navigationType !== 'traverse' || !cancelable || info === CONFIRMED || isThisPage(destination.url)) return;
      event.preventDefault();
      hold(() => void window.navigation.traverseTo(destination.key, { info: CONFIRMED }));
    };
    window.addEventListener('beforeunload', unload);
    // Runs before the handler of client-side navigation.
    document.addEventListener('click', press, { capture: true });
    // Browsers that lack the Navigation API go back without a question.
    window.navigation?.addEventListener('navigate', traverse);
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', press, { capture: true });
      window.navigation?.removeEventListener('navigate', traverse);
    };
  }, [active]);
}

/** Whether a URL is that of the page on show, apart from its fragment. */
function isThisPage(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === window.location.pathname && search === window.location.search;
}
