/** Script of the development server: the bar that shows authors the state of an entry's page and its problems. */
import {
  button,
  count,
  editorUrl,
  element,
  fetchReport,
  link,
  navigationEvent,
  openFile,
  type PageReport,
  type ReportedProblem,
  setStyles,
} from './shared.ts';

const elementName = 'sitegen-bar';
/** Key of the session storage that is set while the bar is hidden in this tab. */
const hiddenKey = 'sitegen-bar-hidden';
/** Whether the bar is hidden in this document: all that is known where storage is not accessible. */
let isHidden = false;

function isHiddenInTab(): boolean {
  try {
    return isHidden || sessionStorage.getItem(hiddenKey) !== null;
  } catch {
    return isHidden;
  }
}

function hideInTab(): void {
  isHidden = true;
  try {
    sessionStorage.setItem(hiddenKey, '1');
  } catch {
    // The bar is hidden until the next document.
  }
}

const styles = `
:host { position: fixed; inset-block-end: .5rem; left: .5rem; z-index: 2147483646; max-width: calc(100vw - 1rem);
  font: 13px/1.45 system-ui, sans-serif; color: #f2efec; }
@media print { :host { display: none; } }
section { display: flex; align-items: end; gap: .25rem; }
details, .hide { background: #1d1816; border: 1px solid #6b5a53; border-radius: .5rem; }
summary { padding: .25rem .625rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
.mark { font-weight: 700; }
.draft .mark { color: #ffb35c; }
.later .mark { color: #8fd3ff; }
.expired .mark { color: #ffb199; }
.published .mark { color: #9be29b; }
.warn { color: #ffb199; }
div { max-height: 60vh; width: 26rem; max-width: calc(100vw - 4rem); overflow: auto; padding: .25rem .75rem .75rem;
  border-top: 1px solid #4a3e39; }
h2 { margin: .75rem 0 .25rem; font-size: 1em; }
ul { margin: 0; padding: 0; list-style: none; }
li { margin: .25rem 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
li:has(p) + li { margin-top: .75rem; padding-top: .5rem; border-top: 1px solid #4a3e39; }
.inline li { display: inline-block; margin-inline-end: .75rem; }
.hint { color: #c9bcb6; }
code { font: .92em ui-monospace, monospace; }
a { color: #8fd3ff; }
button { font: inherit; color: inherit; background: #3a302c; border: 1px solid #6b5a53; border-radius: .375rem;
  padding: .125rem .5rem; cursor: pointer; text-align: start; }
.hide { padding: .25rem .5rem; background: #1d1816; }
:focus-visible { outline: 3px solid #ffb199; outline-offset: 2px; }`;

const stateNames = { draft: 'Draft', later: 'Scheduled', expired: 'Expired', published: 'Published' } as const;

/** Custom element of the bar. It keeps whether it is open when its report changes. */
class BarElement extends HTMLElement {
  readonly #section = element('section');
  readonly #details = element('details');

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.lang = 'en';
    this.dir = 'ltr';
    setStyles(root, styles);
    this.#section.setAttribute('aria-label', "Editor's bar");
    const hide = button('×', () => {
      hideInTab();
      this.remove();
    });
    hide.className = 'hide';
    hide.title = 'Hide in this tab';
    hide.setAttribute('aria-label', "Hide the editor's bar in this tab");
    this.#section.replaceChildren(this.#details, hide);
    root.replaceChildren(this.#section);
  }

  show(report: PageReport): void {
    this.#section.className = report.entry?.state ?? '';
    const panel = element('div');
    panel.append(...stateOf(report), ...languagesOf(report), ...untranslatedOf(report), ...problemsOf(report));
    this.#details.replaceChildren(summaryOf(report), panel);
  }
}

const missingLanguages = ({ entry, languages }: PageReport) =>
  entry ? languages.filter(({ path }) => path === null) : [];

function summaryOf(report: PageReport): HTMLElement {
  const { entry, untranslated, problems } = report;
  const missing = missingLanguages(report).length;
  const created = element('summary');
  const parts = [
    entry && element('span', stateNames[entry.state], 'mark'),
    entry && entry.words > 0 && element('span', `${count(entry.words, 'word')} · ${entry.minutes} min`),
    missing > 0 && element('span', `${count(missing, 'language')} missing`, 'warn'),
    untranslated.length > 0 && element('span', `${count(untranslated.length, 'message')} untranslated`, 'warn'),
    problems.length > 0 && element('span', count(problems.length, 'problem'), 'warn'),
  ].filter((part) => part instanceof HTMLElement);
  created.append(...parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part])));
  return created;
}

/** Returns a button that opens a file, and says so where the server refuses. */
function fileButton(text: string, location: Parameters<typeof openFile>[0]): HTMLButtonElement {
  const created = button(text, async () => {
    created.textContent = (await openFile(location)) ? text : `${text} could not be opened`;
  });
  created.setAttribute('aria-label', `Open ${text} in the editor`);
  return created;
}

function stateOf({ entry, file }: PageReport): readonly HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (entry?.state === 'later') parts.push(element('p', `It will be published on ${entry.date.slice(0, 10)}.`));
  if (entry?.state === 'expired') parts.push(element('p', `It expired on ${entry.expires}.`));
  if (entry?.state === 'draft') parts.push(element('p', 'It is not published until `draft` is removed.'));
  if (file !== null) {
    const line = element('p');
    line.append(fileButton(file, { file }));
    parts.push(line);
  }
  return parts;
}

function languagesOf(report: PageReport): readonly HTMLElement[] {
  const { languages, locale } = report;
  if (languages.length < 2) return [];
  const list = element('ul', '', 'inline');
  for (const { code, name, path } of languages) {
    const item = element('li');
    if (code === locale) item.append(element('strong', name));
    else if (path !== null) item.append(link(name, path));
    else item.append(element('span', report.entry ? `${name}: missing` : name, report.entry ? 'warn' : 'hint'));
    list.append(item);
  }
  const sideBySide = element('p');
  sideBySide.append(link('Side by side', editorUrl('languages', { path: location.pathname })));
  return [element('h2', 'Languages'), list, sideBySide];
}

function untranslatedOf({ untranslated, languages }: PageReport): readonly HTMLElement[] {
  if (languages.length < 2) return [];
  const list = element('ul');
  for (const key of untranslated) {
    const item = element('li');
    item.append(element('code', key));
    list.append(item);
  }
  const report = element('p');
  report.append(link('All translations', editorUrl('messages')));
  return [element('h2', untranslated.length > 0 ? 'Messages in another language' : 'Messages'), list, report];
}

function problemsOf({ problems }: PageReport): readonly HTMLElement[] {
  const list = element('ul');
  list.append(...problems.map(problemItem));
  return problems.length > 0 ? [element('h2', 'Problems of this page'), list] : [];
}

function problemItem({ file, line, column, message, hint }: ReportedProblem): HTMLElement {
  const item = element('li');
  item.append(element('p', message));
  if (hint !== undefined) item.append(element('p', hint, 'hint'));
  const text = [file, line, column].filter((part) => part !== undefined).join(':');
  if (file !== undefined) item.append(fileButton(text, { file, ...(line && { line }), ...(column && { column }) }));
  return item;
}

/** Number of the last request. Reports of earlier ones are ignored. */
let lastRequest = 0;

async function update(): Promise<void> {
  if (isHiddenInTab()) return;
  const request = ++lastRequest;
  const report = await fetchReport(location.pathname);
  if (request !== lastRequest) return;
  const shown = document.querySelector<BarElement>(elementName);
  if (!report || !(report.entry || report.untranslated.length > 0 || report.problems.length > 0)) {
    shown?.remove();
    return;
  }
  const bar = shown ?? (document.createElement(elementName) as BarElement);
  if (!shown) document.body.append(bar);
  bar.show(report);
}

// A page in a frame is part of another view, and a page with errors has the overlay.
if (window.parent === window && !document.body.hasAttribute('data-sitegen-error')) {
  if (!customElements.get(elementName)) customElements.define(elementName, BarElement);
  document.addEventListener(navigationEvent, () => void update());
  import.meta.hot?.on('sitegen:update', () => void update());
  void update();
}
