/** Runs in the page: reports texts and controls that overflow, are clipped or overlap, and words that are broken. */
export function layoutProblems(): readonly string[] {
  const found: string[] = [];
  const root = document.documentElement;
  const nameOf = (element: Element) =>
    `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${element.textContent?.trim().slice(0, 60)}`;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide of ${root.clientWidth}`);

  /** Visible to screen readers only. */
  const unseen = (element: Element) =>
    element.clientWidth <= 1 && element.clientHeight <= 1 && getComputedStyle(element).clipPath === 'inset(50%)';
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('.visually-hidden, [aria-hidden="true"], svg, [inert]') &&
    !unseen(element);
  const ownText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const scroller = (element: Element | null): boolean =>
    element !== null && element !== document.body && (scrolls(element) || scroller(element.parentElement));

  /** Scripts without spaces are broken anywhere. */
  const hasSpaces = !/^(ja|ko|th|zh)/.test(root.lang);
  /** Words of an element that begin on one line and end on another, though no hyphen or slash permits that. */
  const brokenWords = (element: Element) =>
    [...element.childNodes].flatMap((node) =>
      [...(node.nodeValue ?? '').matchAll(/[\p{L}\p{M}\p{N}]{4,}/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [first, ...others] = range.getClientRects();
        return first && others.some(({ top }) => top >= first.bottom) ? [word] : [];
      }),
    );

  /** Boxes of the lines of an element's own text. */
  const linesOf = (element: Element) =>
    [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return [];
      const range = document.createRange();
      range.selectNode(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
    });
  const lines: { readonly element: HTMLElement; readonly box: DOMRect }[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!ownText(element) || !shown(element) || scroller(element)) continue;
    lines.push(...linesOf(element).map((box) => ({ element, box })));
    const { display, position } = getComputedStyle(element);
    if (display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
      found.push(`text is wider than its box (${element.scrollWidth} of ${element.clientWidth}): ${nameOf(element)}`);
    if (hasSpaces && !element.closest('code, pre'))
      for (const word of brokenWords(element)) found.push(`the word ${word} is broken: ${nameOf(element)}`);
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    if (position !== 'fixed' && (text.left < -1 || text.right > root.clientWidth + 1))
      found.push(`text leaves the page (${text.left} to ${text.right}): ${nameOf(element)}`);
    // The nearest ancestor that clips must not clip this text.
    for (let box = element as HTMLElement | null; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      const edge = box.getBoundingClientRect();
      const [dx, dy] = [
        Math.max(edge.left - text.left, text.right - edge.right),
        Math.max(edge.top - text.top, text.bottom - edge.bottom),
      ];
      if (dx > 1 || dy > 1) found.push(`text is cut by ${Math.round(Math.max(dx, dy))} px: ${nameOf(element)}`);
      break;
    }
  }

  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (one.element !== other.element && across > 2 && down > Math.min(one.box.height, other.box.height) / 2)
        found.push(`${nameOf(one.element)} lies over ${nameOf(other.element)}`);
    }
  }

  const bar = [...document.querySelectorAll<HTMLElement>('header a, header button')]
    .filter((element) => shown(element) && !element.closest('dialog, [data-panel]'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.top < 72 && box.height > 0);
  for (const [at, one] of bar.entries()) {
    for (const other of bar.slice(at + 1)) {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      if (across > 1 && !one.element.contains(other.element))
        found.push(`in the bar ${nameOf(one.element)} lies over ${nameOf(other.element)}`);
    }
  }
  return found;
}
