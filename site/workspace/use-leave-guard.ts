import { useEffect } from 'react';

type LeaveGuard = {
  /** Whether leaving would lose work. */
  readonly active: boolean;
  /** Called with the link that was pressed; it is followed once the visitor confirms. */
  readonly onLeave: (link: HTMLAnchorElement) => void;
};

/** Protects unsaved work: the browser warns before the tab closes, the workspace before a link of this site is followed. */
export function useLeaveGuard({ active, onLeave }: LeaveGuard): void {
  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const press = (event: MouseEvent) => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!plain || !link?.href || link.target === '_blank' || link.hasAttribute('download')) return;
      const to = new URL(link.href);
      const samePage = to.pathname === window.location.pathname && to.search === window.location.search;
      if (samePage || link.dataset.leave === 'asked') return;
      event.preventDefault();
      event.stopPropagation();
      onLeave(link);
    };
    window.addEventListener('beforeunload', unload);
    // Runs before the handler of client-side navigation.
    document.addEventListener('click', press, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', press, { capture: true });
    };
  }, [active, onLeave]);
}
