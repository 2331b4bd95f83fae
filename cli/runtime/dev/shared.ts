/** What the scripts of the development server share: elements, the document of a view, and requests to the server. */

/** Returns a new element with a text and a class name. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(tag);
  created.textContent = text;
  if (className !== '') created.className = className;
  return created;
}

/** Returns a button that calls a function. */
export function button(text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', text);
  created.type = 'button';
  created.addEventListener('click', onClick);
  return created;
}

/** Returns a link. */
export function link(text: string, href: string): HTMLAnchorElement {
  const created = element('a', text);
  created.href = href;
  return created;
}

/** Returns the number with its noun: `1 problem`, `2 problems`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Replaces the style sheet of a document or a shadow root. Pages may forbid `style` elements, but not this. */
export function setStyles(root: DocumentOrShadowRoot, styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
}

export type EditedSite = {
  readonly base: string;
  readonly defaultLocale: string;
  readonly locales: readonly { readonly code: string; readonly name: string; readonly language: string }[];
};

const styles = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 1rem;
  border-bottom: 1px solid GrayText; }
h1 { margin: 0; font-size: 1.1rem; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }`;

/** Returns the site that the document names. */
export const editedSite = (): EditedSite => JSON.parse(document.body.dataset.site ?? '{}') as EditedSite;

/** Adds the heading of the document with controls beside it, and its styles. */
export function addHeader(title: string, ownStyles: string, controls: readonly HTMLElement[]): void {
  setStyles(document, styles + ownStyles);
  const header = element('header');
  header.append(element('h1', title), ...controls);
  document.body.append(header);
}

/** What the server says about a page: see `serve/editor/page-report.ts`. */
export type PageReport = {
  readonly path: string;
  readonly locale: string;
  readonly file: string | null;
  readonly entry: {
    readonly state: 'draft' | 'later' | 'expired' | 'published';
    readonly date: string;
    readonly expires: string | null;
    readonly words: number;
    readonly minutes: number;
  } | null;
  readonly languages: readonly { readonly code: string; readonly name: string; readonly path: string | null }[];
  readonly untranslated: readonly string[];
  readonly problems: readonly ReportedProblem[];
};

export type ReportedProblem = {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
};

/** Event of a document after a navigation: see `client.ts`. */
export const navigationEvent = 'sitegen:navigation';

/** URL of a page or an answer of the development server, by its name below `@sitegen`. */
export const editorUrl = (name: string, query: Readonly<Record<string, string>> = {}): string => {
  const parameters = new URLSearchParams(query).toString();
  return `${import.meta.env.BASE_URL}@sitegen/${name}${parameters === '' ? '' : `?${parameters}`}`;
};

/** Fetches the report of the page at the path of a URL. Resolves to null if the server has none. */
export async function fetchReport(pathname: string): Promise<PageReport | null> {
  const response = await fetch(editorUrl('page', { path: pathname })).catch(() => null);
  return response?.ok ? ((await response.json()) as PageReport) : null;
}

type SourceLocation = Pick<ReportedProblem, 'file' | 'line' | 'column'>;

/** Opens a source file in the author's editor. Resolves to false if the server refuses. */
export async function openFile({ file = '', line, column }: SourceLocation): Promise<boolean> {
  const at = [file, line, column].filter((part) => part !== undefined).join(':');
  const response = await fetch(editorUrl('open', { file: at }), { method: 'POST' }).catch(() => null);
  return response?.ok === true;
}
