/** What functions outside of components may ask of the running page. */
export type Client = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string, options?: SwitchOptions) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
};

export type NavigateOptions = {
  /** Take the place of the current entry of the history. */
  readonly replace?: boolean;
  /** Allow a target outside of the site. */
  readonly external?: boolean;
  /** Load the document even if the page could change in place. */
  readonly reload?: boolean;
};

export type SwitchOptions = Pick<NavigateOptions, 'reload'>;

/** Sent on `document` after each navigation in place. */
export const navigationEvent = 'sitegen:navigation';

const question = 'sitegen:client';
type Question = CustomEvent<{ client?: Client }>;

/** Lets `navigateTo` and the like find the client, whichever chunk they are in. */
export function answerAs(client: Client): void {
  document.addEventListener(question, (event) => {
    (event as Question).detail.client = client;
  });
}

function runningClient(): Client {
  const event: Question = new CustomEvent(question, { detail: {} });
  document.dispatchEvent(event);
  if (!event.detail.client) throw new Error('The page has not started yet.');
  return event.detail.client;
}

/**
 * Goes to a path below the base, or a URL. Rejects for targets outside of the site unless `external` is set, and for
 * script protocols always. Resolves when the page stands, or the browser has been told to load it.
 */
export function navigateTo(to: string, options: NavigateOptions = {}): Promise<void> {
  return runningClient().navigate(to, options);
}

/**
 * Changes the locale: loads the messages, goes to the page in that locale (its home page if there is none), then stores
 * the choice in a cookie for 365 days. With `reload` the document is loaded instead of changed in place.
 * Rejects for a code that the site does not have.
 */
export async function switchLocale(code: string, options?: SwitchOptions): Promise<void> {
  await runningClient().switchLocale(code, options);
}

/** Fetches all messages of the page's locale: to be called beside the lazy import of code that reads other keys. */
export function loadMessages(): Promise<void> {
  return runningClient().loadMessages();
}
