import type { SourceLocation } from '../bundle/locations.ts';
import type { Diagnostic } from '../contract.ts';
import { readBody } from './http/body.ts';
import { isSameOrigin } from './http/request.ts';
import type { Exchange } from './http/send.ts';
import { browserErrorProblem, type ShownProblem, shownProblems } from './problems.ts';

/** The problems of the site as it is now: those of the server, and errors that browsers reported since the last change. */
export type OpenProblems = {
  /** Replaces the problems that the server found. */
  readonly setSiteProblems: (problems: readonly Diagnostic[]) => void;
  readonly clearBrowserErrors: () => void;
  /**
   * Handles an error report that a page posts. Refuses other origins, which must not write to the terminal, other
   * content types, and bodies above `maxReportBytes`. Answers 409 to reports from before the last change.
   */
  readonly receiveBrowserError: (exchange: Exchange, current: Current) => Promise<void>;
  /** The problems as the error overlay shows them. */
  readonly shown: () => readonly ShownProblem[];
};

type Current = {
  /** Host name of the request. */
  readonly host: string;
  /** Number of changes of the site. */
  readonly revision: number;
};

type OpenProblemsOptions = {
  readonly root: string;
  /** Returns the location in the sources to which a browser's stack leads. */
  readonly locate: (stack: string) => SourceLocation | null;
  /** Sends all problems to open pages. */
  readonly send: (problems: readonly ShownProblem[]) => void;
  /** Receives the problems that are new since the last call. `isFixed`: there were errors before, and none are left. */
  readonly report: (problems: readonly Diagnostic[], isFixed: boolean) => void;
};

/** Maximum number of browser error reports that are kept until the next change. */
const maxBrowserErrors = 50;
const maxReportBytes = 64 * 1024;

export function createProblems({ root, locate, send, report }: OpenProblemsOptions): OpenProblems {
  let siteProblems: readonly Diagnostic[] = [];
  /** By message. */
  const browserErrors = new Map<string, Diagnostic>();
  let published: readonly Diagnostic[] = [];

  /** Sends the current problems to the terminal and to open pages, unless they are unchanged since the last call. */
  function publish(): void {
    // Drop a browser's report if the server reports an error at the same location: the server's has more detail.
    const serverLocations = new Set(siteProblems.map(({ file, line }) => `${file}:${line}`));
    const problems = [
      ...siteProblems,
      ...[...browserErrors.values()].filter(({ file, line }) => !serverLocations.has(`${file}:${line}`)),
    ];
    const publishedTexts = new Set(published.map((problem) => JSON.stringify(problem)));
    const newProblems = problems.filter((problem) => !publishedTexts.has(JSON.stringify(problem)));
    if (newProblems.length === 0 && problems.length === published.length) return;
    const isFixed = published.some(isError) && !problems.some(isError);
    published = problems;
    send(shownProblems(problems, root));
    report(newProblems, isFixed);
  }

  return {
    setSiteProblems: (problems) => {
      siteProblems = problems;
      publish();
    },
    clearBrowserErrors: () => {
      browserErrors.clear();
      publish();
    },
    receiveBrowserError: async ({ request, response }, { host, revision }) => {
      const refuse = (status: number) => void response.writeHead(status, { Connection: 'close' }).end();
      if (!isSameOrigin(request, host)) return refuse(403);
      if (!/^application\/json(?:;|$)/i.test(request.headers['content-type'] ?? '')) return refuse(415);
      const text = await readBody(request, maxReportBytes);
      if (text === null) return refuse(413);
      // The last change may have fixed the error. On status 409 the page checks this by a reload.
      const outdated = Number(/\?revision=(\d+)$/.exec(request.url ?? '')?.[1] ?? revision) < revision;
      response.writeHead(outdated ? 409 : 204).end();
      const browserError = outdated ? null : browserErrorProblem(text.toString('utf8'), locate);
      if (!browserError || (browserErrors.size >= maxBrowserErrors && !browserErrors.has(browserError.message))) return;
      browserErrors.set(browserError.message, browserError);
      publish();
    },
    shown: () => shownProblems(published, root),
  };
}

const isError = (problem: Diagnostic): boolean => problem.severity === 'error';
