/** What the pages of the development server for editors share. */
import { element, setStyles } from './element.ts';

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
