/**
 * Script of the development server: shows a site's errors in an overlay, and removes the overlay when they are fixed.
 */
import { element, navigationEvent, type ReportedProblem } from './shared.ts';

type Line = { readonly gutter: string; readonly text: string; readonly marked: boolean };
type Problem = ReportedProblem & {
  readonly frame?: readonly Line[];
  readonly indent?: string;
};

const elementName = 'sitegen-problems';

const styles = `
:host { position: fixed; inset: 0; z-index: 2147483647; overflow: auto; background: rgb(0 0 0 / 70%);
  font: 15px/1.5 system-ui, sans-serif; color: #f2efec; }
main { max-width: 60rem; margin: 4vh auto; padding: 1.25rem 1.5rem; background: #1d1816; border-radius: .75rem;
  border-top: .375rem solid #ff6a4d; }
header { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; }
h2 { margin: 0; font-size: 1.25rem; }
button { font: inherit; color: inherit; background: #3a302c; border: 1px solid #6b5a53; border-radius: .375rem;
  padding: .25rem .75rem; cursor: pointer; }
button:focus-visible { outline: 3px solid #ffb199; outline-offset: 2px; }
ol { list-style: none; margin: 0; padding: 0; }
li { margin-top: 1.25rem; padding-top: 1rem; border-top: 1px solid #4a3e39; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.location { font-family: ui-monospace, monospace; color: #8fd3ff; }
.code { color: #c9bcb6; font-family: ui-monospace, monospace; font-size: .85em; margin-inline-start: .75rem; }
.hint::before { content: 'Fix: '; font-weight: 700; color: #9be29b; }
pre { margin: .5rem 0; padding: .75rem; overflow: auto; background: #120e0d; border-radius: .375rem; direction: ltr;
  font: 13px/1.45 ui-monospace, monospace; }
mark { background: #5a2018; color: inherit; }`;

/** Custom element of the overlay. The page below it keeps its state. */
class ProblemsElement extends HTMLElement {
  connectedCallback(): void {
    this.lang = 'en';
    this.dir = 'ltr';
    this.setAttribute('role', 'alertdialog');
    this.setAttribute('aria-label', 'Problems of the site');
    this.tabIndex = -1;
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.remove();
    });
  }

  show(problems: readonly Problem[]): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const close = element('button', 'Close');
    close.type = 'button';
    close.addEventListener('click', () => this.remove());
    const head = element('header');
    head.append(element('h2', problems.length === 1 ? 'One problem' : `${problems.length} problems`), close);
    const list = element('ol');
    list.append(...problems.map(item));
    const main = element('main');
    main.append(head, list);
    root.replaceChildren(main);
  }
}

function item(problem: Problem): HTMLElement {
  const location = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  const entry = element('li');
  const head = element('p');
  head.append(element('span', location, 'location'), element('span', problem.code, 'code'));
  entry.append(head, element('p', problem.message, 'message'));
  if (problem.frame) entry.append(frame(problem.frame, problem.indent ?? ''));
  if (problem.hint !== undefined) entry.append(element('p', problem.hint, 'hint'));
  return entry;
}

function frame(lines: readonly Line[], indent: string): HTMLElement {
  const code = element('pre');
  for (const { gutter, text, marked } of lines) {
    code.append(marked ? element('mark', gutter + text) : gutter + text, '\n');
    if (marked) code.append(`${indent}^\n`);
  }
  return code;
}

/** State of the page below the overlay. */
const page = {
  isError: document.body.hasAttribute('data-sitegen-error'),
  /** The page's code did not start, or React has emptied it: reload it once no errors are left. */
  isBroken: false,
  /** HTML of the page before the last hot update. */
  lastHtml: '',
};

/** Revision of the site; null if the browser does not expose server timing, as on insecure origins. */
let revision = revisionOf(performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined);
/** Revision of the HTML that the page shows, which follows an edit later than its code. */
let htmlRevision = revision;

function revisionOf(document: PerformanceNavigationTiming | undefined): number | null {
  const reported = document?.serverTiming?.find(({ name }) => name === 'revision')?.description;
  return reported === undefined ? null : Number(reported);
}

const root = (): HTMLElement | null => document.getElementById('root');

/** Restores the last good HTML, since React empties the page when a component throws. */
function restore(): void {
  const container = root();
  if (!container || container.childNodes.length > 0) return;
  page.isBroken = true;
  container.innerHTML = page.lastHtml;
}

/** Reloads the page if the server can render it. Otherwise a reload would only show the error page. */
async function reload(): Promise<void> {
  try {
    if ((await fetch(location.href)).status < 500) location.reload();
  } catch {
    // The server cannot be reached; it sends its errors after a reconnect.
  }
}

/**
 * Posts an error to the server, which maps it to a location in the sources. The server answers 409 if these have
 * changed since; then a broken page is reloaded.
 */
async function report(error: unknown): Promise<void> {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const from = Object(error).recovered ? htmlRevision : revision;
  const body = JSON.stringify({ message, stack, page: location.pathname });
  const url = `${import.meta.env.BASE_URL}@sitegen/error${from === null ? '' : `?revision=${from}`}`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  if (response?.status === 409 && page.isBroken) await reload();
}

/**
 * Returns whether an error has a client error's HTTP status, such as 404 for an unknown address: then the site has no
 * error.
 */
function isClientError(error: unknown): boolean {
  const { fatal, status } = Object(error) as { readonly fatal?: unknown; readonly status?: unknown };
  return fatal === true && typeof status === 'number' && status < 500;
}

function update(problems: readonly Problem[]): void {
  const errors = problems.filter((problem) => problem.severity === 'error');
  const shown = document.querySelector<ProblemsElement>(elementName);
  if (errors.length === 0) {
    // Every edit clears reported errors, whether it fixes them or not, so reload to find out.
    if (page.isError || page.isBroken) void reload();
    else shown?.remove();
    return;
  }
  const overlay = shown ?? (document.createElement(elementName) as ProblemsElement);
  if (!shown) document.body.append(overlay);
  overlay.show(errors);
  if (!shown) overlay.focus();
}

/** Counts the lists of problems that the server pushed. A response is ignored if a list arrived after its request. */
let pushCount = 0;

async function fetchProblems(): Promise<void> {
  const countBefore = pushCount;
  const response = await fetch(`${import.meta.env.BASE_URL}@sitegen/problems`);
  const problems = response.ok ? ((await response.json()) as readonly Problem[]) : null;
  if (problems && pushCount === countBefore) update(problems);
}

if (!customElements.get(elementName)) customElements.define(elementName, ProblemsElement);
addEventListener('vite:preloadError', () => {
  page.isBroken = true;
});
addEventListener('sitegen:broken', () => {
  page.isBroken = true;
});
addEventListener('error', (event) => {
  // React empties the page after this event.
  setTimeout(restore);
  const error = event.error ?? event.message;
  if (!isClientError(error)) void report(error);
});
import.meta.hot?.on('vite:beforeUpdate', () => {
  if (!page.isBroken) page.lastHtml = root()?.innerHTML ?? '';
});
page.lastHtml = root()?.innerHTML ?? '';
import.meta.hot?.on('sitegen:problems', (problems: readonly Problem[]) => {
  pushCount++;
  update(problems);
});
addEventListener('sitegen:updated', ({ detail }: CustomEventInit<number>) => {
  htmlRevision = detail ?? revision;
});
document.addEventListener(navigationEvent, () => {
  htmlRevision = revision;
});
import.meta.hot?.on('sitegen:update', (update: { readonly revision: number }) => {
  revision = update.revision;
  if ((page.isError || page.isBroken) && !document.querySelector(elementName)) void reload();
});
import.meta.hot?.on('sitegen:reload', () => {
  if (page.isError) void reload();
});
// A restarted server may have other problems.
import.meta.hot?.on('vite:ws:connect', () => void fetchProblems());
void fetchProblems();
