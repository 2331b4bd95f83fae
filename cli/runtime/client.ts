import { useSyncExternalStore } from 'react';

/** What functions outside of components can do with the running page. */
export type Client = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string, options?: SwitchOptions) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
};

export type NavigateOptions = {
  /** Replace the current entry of the history. */
  readonly replace?: boolean;
  /** Allow a target outside of the site. */
  readonly external?: boolean;
  /** Load the document instead of changing the page in place. */
  readonly reload?: boolean;
};

export type SwitchOptions = Pick<NavigateOptions, 'reload'>;

/** Dispatched on `document` after each client-side navigation. */
export const navigationEvent = 'sitegen:navigation';

const clientRequest = 'sitegen:client';
type ClientRequest = CustomEvent<{ client?: Client }>;

/** Lets `navigateTo`, `switchLocale` and `loadMessages` find the client, whichever chunk they are called from. */
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
 * Navigates to a path below the base, or to a URL. Resolves when the page is shown or the browser has begun to load it.
 * Rejects for targets outside of the site unless `external` is set, and always for protocols that run scripts.
 */
export function navigateTo(to: string, options: NavigateOptions = {}): Promise<void> {
  return runningClient().navigate(to, options);
}

/**
 * Switches the locale: loads the messages, navigates to the page in that locale (to its home page if there is none), then
 * stores the locale in a cookie for 365 days. With `reload` the document is loaded instead of changed in place.
 * Rejects for a code that the site does not have.
 */
export async function switchLocale(code: string, options?: SwitchOptions): Promise<void> {
  await runningClient().switchLocale(code, options);
}

/** Fetches all messages of the page's locale. Call it beside the lazy import of code that reads other keys. */
export function loadMessages(): Promise<void> {
  return runningClient().loadMessages();
}

/** Returns the query parameters of the page's URL; none on the server and during hydration. */
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
