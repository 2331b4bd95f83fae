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
