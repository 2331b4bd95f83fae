import { useSyncExternalStore } from 'react';

/** Operations on the running page for code outside of components. */
export type Client = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string, options?: SwitchOptions) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
};

/** How `navigateTo` navigates. */
export type NavigateOptions = {
  /** Replace the current history entry instead of adding one. */
  readonly replace?: boolean;
  /** Allow a target on another origin. */
  readonly external?: boolean;
  /** Load the document instead of rendering the page in place. */
  readonly reload?: boolean;
};

/** How `switchLocale` navigates. */
export type SwitchOptions = Pick<NavigateOptions, 'reload'>;

export const navigationEvent = 'sitegen:navigation';

declare global {
  interface DocumentEventMap {
    /** Dispatched on `document` after each client-side navigation, with the path of the page that is shown. */
    'sitegen:navigation': CustomEvent<{ readonly path: string }>;
    /** Dispatched before navigation loads another document. It waits for the promises that listeners add to the detail. */
    'sitegen:load': CustomEvent<Promise<void>[]>;
  }
}

const clientRequest = 'sitegen:client';
type ClientRequest = CustomEvent<{ client?: Client }>;

/**
 * Registers the client for `navigateTo`, `switchLocale` and `loadMessages`. They find it by an event on `document`, so
 * that they work in every chunk.
 */
export function provideClient(client: Client): void {
  document.addEventListener(clientRequest, (event) => {
    (event as ClientRequest).detail.client = client;
  });
}

function runningClient(): Client {
  const event: ClientRequest = new CustomEvent(clientRequest, { detail: {} });
  document.dispatchEvent(event);
  if (!event.detail.client) throw new Error('The page has not started yet.');
  return event.detail.client;
}

/**
 * Navigates to a path without base, or to a URL. Resolves when the page is shown or the browser has started to load it.
 * Rejects if the target is on another origin and `external` is not set, and always for protocols that run scripts.
 */
export function navigateTo(to: string, options: NavigateOptions = {}): Promise<void> {
  return runningClient().navigate(to, options);
}

/**
 * Switches the locale: loads the messages, navigates to the page in that locale (to the home page if it has none), then
 * stores the locale in a cookie for 365 days. `reload` loads the document instead of rendering the page in place.
 * Rejects for an unknown locale code.
 */
export async function switchLocale(code: string, options?: SwitchOptions): Promise<void> {
  await runningClient().switchLocale(code, options);
}

/**
 * Fetches all messages of the page's locale. Call it together with the lazy import of code that uses other keys than
 * the page does.
 */
export function loadMessages(): Promise<void> {
  return runningClient().loadMessages();
}

/** Returns the query parameters of the page's URL; empty on the server and during hydration. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(
    useSyncExternalStore(
      subscribeToNavigation,
      () => location.search,
      () => '',
    ),
  );
}

function subscribeToNavigation(onChange: () => void): () => void {
  document.addEventListener(navigationEvent, onChange);
  addEventListener('popstate', onChange);
  return () => {
    document.removeEventListener(navigationEvent, onChange);
    removeEventListener('popstate', onChange);
  };
}
