import { useRoute, useSite } from '@safelight/sitegen/runtime';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { loadToasts, useToast } from '../../ui/Toast.tsx';
import { canFollow, canLoad } from '../reachable.ts';
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
  /** Passes the work on to the same page in another language. Resolves to whether nothing of it is lost. */
  readonly passOn: () => Promise<boolean>;
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
 * is followed, the browser goes back to another page of it, or a button discards the work. Another language of the page
 * continues with the work, without a question.
 */
export function useLeaveGuard({ active, loses = 'result', onLeave, passOn }: LeaveGuardInput): LeaveGuard {
  const { say } = useWords();
  const [question, setQuestion] = useState<Question | null>(null);
  const toast = useToast();
  // They are shown without network as well.
  useEffect(() => void loadToasts(), []);
  const onUnreachable = () => toast({ kind: 'error', text: say('workspace.offline.unreachable'), durationMs: 6000 });
  useLeaveEvents(active, {
    passOn,
    onUnreachable,
    hold: (url, leave) =>
      setQuestion({
        leave: async () => {
          // The browser's error page would take the place of the work.
          if (!(await canFollow(url))) return onUnreachable();
          onLeave?.();
          leave();
        },
      }),
  });
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

type LeaveEvents = {
  readonly passOn: () => Promise<boolean>;
  readonly hold: (url: string, leave: () => void) => void;
  /** Called in place of another language that cannot be loaded. */
  readonly onUnreachable: () => void;
};

/**
 * Holds back what leaves the page while that would lose work, and calls `hold` with where that leads and the function that does
 * it after all. Passes the work on before another language of the page is loaded.
 */
function useLeaveEvents(active: boolean, events: LeaveEvents): void {
  const hold = useEffectEvent(events.hold);
  const passOn = useEffectEvent(events.passOn);
  const onUnreachable = useEffectEvent(events.onUnreachable);
  const { alternates } = useRoute();
  const { base, locales } = useSite();
  /** What a link to another language loads: this page in it, or else its home page; null for other links. */
  const translationOf = useEffectEvent(({ href, hreflang }: HTMLAnchorElement) => {
    const locale = locales.find(({ language }) => language === hreflang);
    if (!locale) return null;
    const path = alternates[locale.code];
    return { isThisPage: path !== undefined, url: path?.startsWith('/') ? `${base.replace(/\/$/, '')}${path}` : href };
  });
  /** Whether the page that is about to load continues with the work, or the visitor has confirmed to lose it. */
  const mayUnload = useRef(false);
  // With the result on show, not some time after it.
  useLayoutEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (!mayUnload.current) event.preventDefault();
      // Where that page does not load after all, this one stays.
      mayUnload.current = false;
    };
    const press = (event: MouseEvent) => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!plain || !link?.href || link.target === '_blank' || link.hasAttribute('download')) return;
      if (link.dataset.leave === CONFIRMED) return;
      const translation = translationOf(link);
      if (!translation && (!active || isThisPage(link.href))) return;
      event.preventDefault();
      const leave = () => {
        mayUnload.current = true;
        link.dataset.leave = CONFIRMED;
        link.click();
        delete link.dataset.leave;
      };
      const translate = async () => {
        if (!translation) return hold(link.href, leave);
        if (!(await canLoad(translation.url))) return onUnreachable();
        const passed = translation.isThisPage && (await passOn());
        return passed || !active ? leave() : hold(translation.url, leave);
      };
      void translate();
    };
    /** Back and forward. Where the page is loaded again, the event cannot be cancelled, and the browser warns by itself. */
    const traverse = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination, info } = event;
      if (!active || navigationType !== 'traverse' || !cancelable) return;
      if (info === CONFIRMED || isThisPage(destination.url)) return;
      event.preventDefault();
      hold(destination.url, () => void window.navigation.traverseTo(destination.key, { info: CONFIRMED }));
    };
    // Runs before the handler of client-side navigation.
    document.addEventListener('click', press, { capture: true });
    // Some browsers keep no page with this listener for Back.
    if (active) window.addEventListener('beforeunload', unload);
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
