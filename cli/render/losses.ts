import type { SourceLocation } from '../bundle/locations.ts';
import type { Diagnostic } from '../contract.ts';

/** The reason for which a worker ended before it had finished its job. */
export type WorkerLoss =
  /** `location`: that of the code of the site that it ran; null if it ran none. */
  | { readonly kind: 'timeout'; readonly timeoutMs: number; readonly location: SourceLocation | null }
  | { readonly kind: 'exit'; readonly exitCode: number }
  | { readonly kind: 'memory'; readonly memoryMb: number }
  | { readonly kind: 'error'; readonly error: Error };

export type LostPage = {
  readonly path: string;
  /** Page key, such as `pages/Home`. */
  readonly page: string;
  readonly source: string | undefined;
  /** The Markdown file of the page, if it has one. */
  readonly body?: string | undefined;
};

/** Returns the error for a page whose rendering ended the worker. */
export function lostPageProblem({ path, page, source, body }: LostPage, loss: WorkerLoss): Diagnostic {
  const { code, what, hint } = describe(loss);
  const about = body === undefined ? `The page is ${page}.` : `The page is ${page}, its text ${body}.`;
  return {
    code,
    severity: 'error',
    message: `${path} ${what}.`,
    hint: `${hint} ${about}`,
    ...(source && { file: source }),
    ...(loss.kind === 'timeout' && loss.location),
  };
}

/** Returns the error for a Markdown file whose rendering ended the worker. */
export function lostBodyProblem(file: string, loss: WorkerLoss): Diagnostic {
  const { code, what } = describe(loss);
  if (loss.kind === 'timeout' && loss.location) {
    const busyHint = 'Look for an endless loop in it, or split the text into several pages.';
    return { code, severity: 'error', message: `${file} ${what}.`, hint: busyHint, ...loss.location };
  }
  const isTooLarge = loss.kind === 'timeout' || loss.kind === 'memory';
  const hint = isTooLarge
    ? 'Split it into several pages, or look for an endless loop in the plugins of config/site.yaml.'
    : 'Correct the plugin of config/site.yaml that causes this.';
  return { code, severity: 'error', message: `This text ${what}.`, hint, file };
}

/** Returns the error for the shell of the site, which every page needs, if loading it ended the worker. */
export function lostCodeProblem(loss: WorkerLoss): Diagnostic {
  const { code, what, hint } = describe(loss);
  return { code, severity: 'error', message: `Loading the code of the site (site/App) ${what}.`, hint };
}

/** Returns the error for pages that are not rendered because others with the same component took too long. */
export function skippedPagesProblem(
  { page, paths, source }: { page: string; paths: readonly string[]; source: string | undefined },
  timeouts: number,
): Diagnostic {
  const listed = paths.slice(0, 10).join(', ') + (paths.length > 10 ? ` and ${paths.length - 10} more` : '');
  return {
    code: 'PAGE_SKIPPED',
    severity: 'error',
    message: `${paths.length} pages were not rendered because ${timeouts} others of ${page} took too long: ${listed}.`,
    hint: 'Fix the pages that took too long first.',
    ...(source && { file: source }),
  };
}

/** Returns the error for texts that are not rendered because others took too long or ended their worker. */
export const skippedBodiesProblem = (count: number, lost: number): Diagnostic => ({
  code: 'PAGE_SKIPPED',
  severity: 'error',
  message: `${count} more texts were not rendered because ${lost} took too long or ended their worker.`,
  hint: 'Fix those first. If it is so with each text, look for the cause in the plugins of config/site.yaml.',
});

/** Returns the diagnostic code, the predicate of the message and the hint for a loss. */
function describe(loss: WorkerLoss): { readonly code: string; readonly what: string; readonly hint: string } {
  switch (loss.kind) {
    case 'timeout':
      return {
        code: 'PAGE_TIMEOUT',
        what: `was not rendered within ${loss.timeoutMs / 1000} s${loss.location ? ': this code was still running' : ''}`,
        hint: 'Look for an endless loop or a promise that never settles, or raise `render.timeoutSeconds` in config/site.yaml.',
      };
    case 'exit':
      return {
        code: 'PAGE_EXITED',
        what: `ended its worker with exit code ${loss.exitCode}`,
        hint: 'Remove the call of `process.exit()`; throw an error instead.',
      };
    case 'memory':
      return {
        code: 'PAGE_OUT_OF_MEMORY',
        what: `needed more than the ${loss.memoryMb} MB of memory that a worker may use`,
        hint: 'Look for a list that grows without end, or raise `render.memoryMb` in config/site.yaml.',
      };
    case 'error':
      return {
        code: 'PAGE_CRASHED',
        what: `ended its worker with an error that nothing caught: ${loss.error.message.replace(/\.$/, '')}`,
        hint: 'Catch the errors of timers and promises that the page starts.',
      };
  }
}
