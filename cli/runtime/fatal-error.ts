import { isFatal } from './errors.ts';

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

/** Returns the status and message for the error page: the status of a fatal error, 500 for any other. */
export function failureOf(error: unknown): Failure {
  const { status } = error as { readonly status?: unknown };
  return {
    status: isFatal(error) && typeof status === 'number' ? status : 500,
    message: error instanceof Error ? error.message : String(error),
  };
}
