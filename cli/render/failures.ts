import type { Diagnostic } from '../contract.ts';
import type { PlannedRoute } from '../routes/types.ts';

type FailedRoute = Pick<PlannedRoute, 'path' | 'locale' | 'page'>;

/** Returns the error for a page whose code threw, without its location. `components`: those it was thrown in, innermost first. */
export function pageFailure(
  { path, locale, page }: FailedRoute,
  message: string,
  components: readonly string[] = [],
): Diagnostic {
  const origin = components.length > 0 ? `Thrown in ${components.slice(0, 8).join(' < ')}.` : `The page is ${page}.`;
  return {
    code: 'PAGE_FAILED',
    severity: 'error',
    message: `${path} (${locale}): ${message}`,
    hint: [browserHint(message), hookHint(message), origin].filter(Boolean).join(' '),
  };
}

/** Returns a hint for code that uses a part of the browser while a page is rendered; `''` for another message. */
function browserHint(message: string): string {
  const [, name] =
    /^(window|document|navigator|location|localStorage|sessionStorage|matchMedia|history) is not defined$/.exec(
      message,
    ) ?? [];
  return name
    ? `The build has no browser: use \`${name}\` in an effect or a handler, or mark the island \`client:only\`.`
    : '';
}

/** Returns a hint for a hook that is called outside of a component, for which React has no text of its own; `''` for another message. */
function hookHint(message: string): string {
  return /^Cannot read properties of null \(reading 'use\w*'\)$/.test(message)
    ? 'Call hooks, such as `useMessages`, in a component or in another hook, not in the module itself.'
    : '';
}

/** Matches what code throws that uses an import before its module has run. */
const unsetImport = /\bundefined\b|before initialization|is not a (?:function|constructor)/;

/**
 * Returns the error of a page, with what to do about modules that import each other if one of them threw it: one of them runs
 * before the other. `cycles`: the files of such modules. An error of React names no file, so that all of them may be the cause.
 */
export function withCycleHint(problem: Diagnostic, cycles: readonly (readonly string[])[]): Diagnostic {
  if (problem.code !== 'PAGE_FAILED' || !unsetImport.test(problem.message)) return problem;
  const isOfReact = problem.message.includes('Element type is invalid');
  const cycle = cycles.find((files) => isOfReact || (problem.file !== undefined && files.includes(problem.file)));
  if (!cycle) return problem;
  const advice = `${cycle.join(', ')} import each other, so that one of them runs before what it imports exists: move what they share to a file of its own.`;
  return { ...problem, hint: [advice, problem.hint].filter(Boolean).join(' ') };
}

/** Matches the codes of errors in the code of pages, whose messages begin with the page. */
const ofPage = /^(?:PAGE_FAILED|HEAD_INVALID)$/;

/** Paths that an error of several pages names. */
const MAX_NAMED = 10;

/** Joins the errors of pages in which the same code threw the same error, as a page does in each language. */
export function joinFailures(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const joined = new Map<string, { readonly problem: Diagnostic; readonly pages: string[]; readonly text: string }>();
  for (const problem of problems) {
    const { code, message, file, line, column } = problem;
    const [, page, text = message] = (ofPage.test(code) && /^(\S+(?: \([^)]*\))?): (.*)$/s.exec(message)) || [];
    const key = JSON.stringify([code, text, file, line, column]);
    const first = joined.get(key);
    if (first) first.pages.push(page ?? '');
    else joined.set(key, { problem, pages: page === undefined ? [] : [page], text });
  }
  return Array.from(joined.values(), ({ problem, pages, text }) => {
    if (pages.length < 2) return problem;
    const more = pages.length > MAX_NAMED ? ` and ${pages.length - MAX_NAMED} more pages` : '';
    return { ...problem, message: `${pages.slice(0, MAX_NAMED).join(', ')}${more}: ${text}` };
  });
}
