import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';

type LeaveGuardInput = {
  /** Whether leaving would lose work. */
  readonly active: boolean;
  /** Called after the visitor has confirmed to leave, before the link is followed. */
  readonly onLeave?: () => void;
};

export type LeaveGuard = {
  /** Calls `leave`, which discards the work: at once, or after the visitor has confirmed it if that would lose work. */
  readonly ask: (leave: () => void) => void;
  /** The sheet with the question; null while nothing has to be confirmed. */
  readonly sheet: ReactNode;
};

/**
 * Protects unsaved work: the browser warns before the tab closes, and a sheet has to be confirmed before a link of this site
 * is followed or a button discards the work.
 */
export function useLeaveGuard({ active, onLeave }: LeaveGuardInput): LeaveGuard {
  const { say } = useWords();
  const [target, setTarget] = useState<HTMLAnchorElement | (() => void) | null>(null);
  useLeaveEvents(active, setTarget);
  const ask = (leave: () => void) => (active ? setTarget(() => leave) : leave());
  if (!target) return { ask, sheet: null };
  const stay = () => setTarget(null);
  const leave = () => {
    setTarget(null);
    if (typeof target === 'function') return target();
    onLeave?.();
    target.setAttribute('data-leave', 'confirmed');
    target.click();
    target.removeAttribute('data-leave');
  };
  const sheet = (
    <Sheet title={say('workspace.leave.title')} onClose={stay}>
      <p>{say('workspace.leave.text')}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={stay}>
          {say('workspace.leave.stay')}
        </Button>
        <Button onClick={leave}>{say('workspace.leave.leave')}</Button>
      </div>
    </Sheet>
  );
  return { ask, sheet };
}

/** Calls `onLink` with a link that was pressed instead of following it. */
function useLeaveEvents(active: boolean, onLink: (link: HTMLAnchorElement) => void): void {
  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const press = (event: MouseEvent) => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!plain || !link?.href || link.target === '_blank' || link.hasAttribute('download')) return;
      const to = new URL(link.href);
      const samePage = to.pathname === window.location.pathname && to.search === window.location.search;
      if (samePage || link.dataset.leave === 'confirmed') return;
      event.preventDefault();
      event.stopPropagation();
      onLink(link);
    };
    window.addEventListener('beforeunload', unload);
    // Runs before the handler of client-side navigation.
    document.addEventListener('click', press, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', press, { capture: true });
    };
  }, [active, onLink]);
}
