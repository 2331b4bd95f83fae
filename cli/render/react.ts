import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

export type ReactFailure = {
  readonly message: string;
  /** React's list of the components around the one that threw, innermost first. */
  readonly componentStack: string;
  /** The error's stack, for its location in the sources. */
  readonly stack: string;
};

type Rendered = { readonly html: string } | { readonly failures: readonly ReactFailure[] };

/** `identifierPrefix`: prefix of the ids from `useId`; the browser must hydrate with the same one. */
type RenderOptions = { readonly identifierPrefix?: string };

/**
 * Renders an element to HTML once all of its suspended components are ready. Returns the errors of components instead
 * if any threw, since a page with a missing part is not published.
 */
export function renderHtml(element: () => ReactNode, options: RenderOptions = {}): Rendered | Promise<Rendered> {
  const html = renderSync(element(), options);
  return html === null ? renderStreamed(element(), options) : { html };
}

/** Renders synchronously, three times as fast as streaming. Returns null if a component suspends or throws. */
function renderSync(element: ReactNode, options: RenderOptions): string | null {
  try {
    const html = renderToString(element, options);
    return html.includes('<!--$!-->') || html.includes('<!--$?-->') ? null : html;
  } catch {
    return null;
  }
}

function renderStreamed(element: ReactNode, options: RenderOptions): Promise<Rendered> {
  return new Promise((resolve) => {
    const failures: ReactFailure[] = [];
    const { pipe } = renderToPipeableStream(element, {
      ...options,
      // Write large finished boundaries inline: moving them into place would need an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error, info) => {
        failures.push({ ...messageAndStack(error), componentStack: info.componentStack ?? '' });
      },
      onShellError: () => resolve({ failures }),
      onAllReady: () => {
        if (failures.length > 0) resolve({ failures });
        else readHtml(pipe).then((html) => resolve({ html }));
      },
    });
  });
}

function messageAndStack(error: unknown): { message: string; stack: string } {
  return error instanceof Error
    ? { message: error.message || error.name, stack: error.stack ?? '' }
    : { message: String(error), stack: '' };
}

function readHtml(pipe: (to: Writable) => void): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    pipe(
      new Writable({
        write(chunk: Buffer | string, _encoding, done) {
          // Copy the chunk, since React reuses its buffer.
          chunks.push(Buffer.from(chunk as string));
          done();
        },
        final(done) {
          resolve(Buffer.concat(chunks).toString('utf8'));
          done();
        },
      }),
    );
  });
}
