/** HTTP status and message to show on the error page. */
export type Failure = { readonly status: number; readonly message: string };

/**
 * An error that replaces the page by the error page with its status and message. It can be thrown anywhere in the
 * browser, including event handlers, timers and unhandled promises; it is also logged.
 */
export class FatalError extends Error {
  override readonly name = 'FatalError';
  readonly fatal = true;
  readonly status: number;

  constructor({ status, message }: Failure, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * Returns whether an error must replace the page although React still shows it: a `FatalError`, or any error with
 * `fatal: true`. Other errors outside of rendering (in event handlers, rejected promises, browser extensions) are only
 * logged, because the page still works.
 */
export function isFatal(error: unknown): boolean {
  return (error as { readonly fatal?: unknown } | null | undefined)?.fatal === true;
}

/**
 * In development: reports an error that React recovered from by rendering without the served HTML. It may only say that
 * the HTML is older than the code, which the error overlay recognises by `recovered`.
 */
export const reportRecovered = (error: unknown): void => reportError(Object.assign(Object(error), { recovered: true }));
