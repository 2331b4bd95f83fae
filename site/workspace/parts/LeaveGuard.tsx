import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import { Sheet } from './KeyboardSheet.tsx';
import css from './parts.module.css';

type LeaveGuardProps = {
  /** Whether leaving would lose work. */
  readonly active: boolean;
  /** Called after the visitor has confirmed to leave, before the link is followed. */
  readonly onLeave?: () => void;
};

/**
 * Protects unsaved work: the browser warns before the tab closes, and a sheet has to be confirmed before a link of this site
 * is followed.
 */
export const LeaveGuard = ({ active, onLeave }: LeaveGuardProps) => {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  useLeaveEvents(active, setLink);
  if (!link) return null;
  const stay = () => setLink(null);
  const leave = () => {
    setLink(null);
    onLeave?.();
    link.setAttribute('data-leave', 'confirmed');
    link.click();
    link.removeAttribute('data-leave');
  };
  return <LeaveSheet onStay={stay} onLeave={leave} />;
};

/** Lets the visitor confirm that an unsaved result may be lost. */
export const LeaveSheet = ({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) => {
  const { say } = useWords();
  return (
    <Sheet title={say('workspace.leave.title')} onClose={onStay}>
      <p>{say('workspace.leave.text')}</p>
      <div className={css.row}>
        <Button kind="primary" onClick={onStay}>
          {say('workspace.leave.stay')}
        </Button>
        <Button onClick={onLeave}>{say('workspace.leave.leave')}</Button>
      </div>
    </Sheet>
  );
};

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
