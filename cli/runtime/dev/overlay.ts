/** Shows the problems of a site under development above its pages, and takes them away when they are mended. */
type Line = { readonly gutter: string; readonly text: string; readonly marked: boolean };
type Problem = {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly frame?: readonly Line[];
  readonly indent?: string;
};

const name = 'sitegen-problems';

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
.place { font-family: ui-monospace, monospace; color: #8fd3ff; }
.code { color: #c9bcb6; font-family: ui-monospace, monospace; font-size: .85em; margin-inline-start: .75rem; }
.hint::before { content: 'Fix: '; font-weight: 700; color: #9be29b; }
pre { margin: .5rem 0; padding: .75rem; overflow: auto; background: #120e0d; border-radius: .375rem; direction: ltr;
  font: 13px/1.45 ui-monospace, monospace; }
mark { background: #5a2018; color: inherit; }`;

/** A modal region over the page. The page below keeps its state. */
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

function element<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

function item(problem: Problem): HTMLElement {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':');
  const made = element('li');
  const head = element('p');
  head.append(element('span', place, 'place'), element('span', problem.code, 'code'));
  made.append(head, element('p', problem.message, 'message'));
  if (problem.frame) made.append(frame(problem.frame, problem.indent ?? ''));
  if (problem.hint !== undefined) made.append(element('p', problem.hint, 'hint'));
  return made;
}

function frame(lines: readonly Line[], indent: string): HTMLElement {
  const made = element('pre');
  for (const { gutter, text, marked } of lines) {
    made.append(marked ? element('mark', gutter + text) : gutter + text, '\n');
    if (marked) made.append(`${indent}^\n`);
  }
  return made;
}

/** What the page has come to, apart from its problems. */
const page = {
  isError: document.body.hasAttribute('data-sitegen-error'),
  /** It never came to life, or React has given it up: it must be loaded anew when all is well. */
  broken: false,
  /** What stood in it before the last update of its code. */
  served: '',
};

/** The change of the site that the page is of; null where the browser does not say, as without a secure origin. */
let revision = revisionOf(performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined);

function revisionOf(document: PerformanceNavigationTiming | undefined): number | null {
  const told = document?.serverTiming?.find((one) => one.name === 'revision')?.description;
  return told === undefined ? null : Number(told);
}

const root = (): HTMLElement | null => document.getElementById('root');

/** React empties the page when a component throws: the last good page is put back, for the eye at least. */
function restore(): void {
  const here = root();
  if (!here || here.childNodes.length > 0) return;
  page.broken = true;
  here.innerHTML = page.served;
}

/** Loads the page anew where the server has one again; what is on show stays where it would only give a report. */
async function revive(): Promise<void> {
  try {
    if ((await fetch(location.href)).status < 500) location.reload();
  } catch {
    // A server that is away tells its problems when it is back.
  }
}

/** Tells the server of an error of the page, which finds its place in the sources, unless they have changed since. */
async function tell(error: unknown): Promise<void> {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const body = JSON.stringify({ message, stack, page: location.pathname });
  const url = `${import.meta.env.BASE_URL}@sitegen/error${revision === null ? '' : `?revision=${revision}`}`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
  if (response?.status === 409 && page.broken) await revive();
}

function update(problems: readonly Problem[]): void {
  const errors = problems.filter((problem) => problem.severity === 'error');
  const shown = document.querySelector<ProblemsElement>(name);
  if (errors.length === 0) {
    // Every edit clears what browsers told of, before anybody knows whether it has mended the page.
    if (page.isError || page.broken) void revive();
    else shown?.remove();
    return;
  }
  const overlay = shown ?? (document.createElement(name) as ProblemsElement);
  if (!shown) document.body.append(overlay);
  overlay.show(errors);
  if (!shown) overlay.focus();
}

/** How often the server has told of problems by itself: an answer that was asked for before may be older. */
let heard = 0;

async function look(): Promise<void> {
  const before = heard;
  const response = await fetch(`${import.meta.env.BASE_URL}@sitegen/problems`);
  const problems = response.ok ? ((await response.json()) as readonly Problem[]) : null;
  if (problems && heard === before) update(problems);
}

if (!customElements.get(name)) customElements.define(name, ProblemsElement);
addEventListener('vite:preloadError', () => {
  page.broken = true;
});
addEventListener('sitegen:broken', () => {
  page.broken = true;
});
addEventListener('error', (event) => {
  // React reports first and empties the page then.
  setTimeout(restore);
  void tell(event.error ?? event.message);
});
import.meta.hot?.on('vite:beforeUpdate', () => {
  if (!page.broken) page.served = root()?.innerHTML ?? '';
});
page.served = root()?.innerHTML ?? '';
import.meta.hot?.on('sitegen:problems', (problems: readonly Problem[]) => {
  heard++;
  update(problems);
});
import.meta.hot?.on('sitegen:update', (update: { readonly revision?: number }) => {
  revision = update.revision ?? revision;
  if ((page.isError || page.broken) && !document.querySelector(name)) void revive();
});
import.meta.hot?.on('sitegen:reload', () => {
  if (page.isError) void revive();
});
// After the server was started again, its problems may be others.
import.meta.hot?.on('vite:ws:connect', () => void look());
void look();
