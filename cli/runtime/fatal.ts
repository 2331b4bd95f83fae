/** HTTP status and message that the error page shows. */
export type Failure = { readonly status: number; readonly message: string };

/**
 * An error that ends the page: it is logged, and the error page with its status and message takes the page's place.
 * Throw it anywhere in the browser, also in event handlers, timers and promises that nobody awaits.
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
 * True for errors that end the page although React has not removed it: `FatalError`s, and any error that carries
 * `fatal: true`. Other errors outside of rendering (a handler that throws, a rejected request, a browser extension's
 * script) are only logged, because the page is still there and still works.
 */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly fatal?: unknown }).fatal === true;
}

/** What the error page shows of an error: its own status if it is fatal, else 500. */
export function failureOf(error: unknown): Failure {
  const { status } = error as { readonly status?: unknown };
  return {
    status: isFatal(error) && typeof status === 'number' ? status : 500,
    message: error instanceof Error ? error.message : String(error),
  };
}
