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
