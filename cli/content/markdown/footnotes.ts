import type { Element, ElementContent } from 'hast';
import type { FootnoteReference } from 'mdast';
import type { RenderRun } from './body.ts';

/** Matches the ids of notes and references, which headings must not use. */
export const reservedId = /^fn(?:ref)?_/;
const noteId = (number: number) => `fn_${number}`;
const referenceId = (number: number, occurrence: number) =>
  occurrence === 1 ? `fnref_${number}` : `fnref_${number}-${occurrence}`;
const labelId = 'fn_label';

/** Returns a reference as it passes through the sanitiser: only its number. `setReference` turns it into a link. */
export function referencePlaceholder(node: FootnoteReference, run: RenderRun): Element {
  const identifier = node.identifier.toUpperCase();
  if (!run.footnotes.includes(identifier)) run.footnotes.push(identifier);
  const number = run.footnotes.indexOf(identifier) + 1;
  const link = element('a', { dataFootnoteRef: String(number) }, [{ type: 'text', value: String(number) }]);
  return element('sup', {}, [link]);
}

/** Sets the URL and id of a reference. Returns false if the element is not a reference. */
export function setReference(link: Element, run: RenderRun): boolean {
  const attribute = link.properties.dataFootnoteRef;
  if (attribute === undefined) return false;
  delete link.properties.dataFootnoteRef;
  const number = Number(attribute);
  if (!Number.isInteger(number) || number < 1 || number > run.footnotes.length) return false;
  const occurrence = (run.references[number - 1] ?? 0) + 1;
  run.references[number - 1] = occurrence;
  const id = referenceId(number, occurrence);
  run.ids.add(id);
  Object.assign(link.properties, {
    href: `#${noteId(number)}`,
    id,
    role: 'doc-noteref',
    ariaDescribedBy: [labelId],
    className: ['footnote-ref'],
  });
  return true;
}

/** Returns the section with the notes. `notes` are their rendered contents, in the order of their numbers. */
export function footnoteSection(notes: readonly ElementContent[][], run: RenderRun): Element {
  const items = notes.map((content, index) => {
    const number = index + 1;
    run.ids.add(noteId(number));
    return element('li', { id: noteId(number) }, withBackLinks(content, number, run));
  });
  run.ids.add(labelId);
  const label: ElementContent = { type: 'text', value: run.context.footnoteLabel ?? 'Footnotes' };
  return element('section', { className: ['footnotes'], role: 'doc-endnotes', ariaLabelledBy: [labelId] }, [
    element('h2', { id: labelId, className: ['footnotes-label'] }, [label]),
    element('ol', {}, items),
  ]);
}

/** Adds the back links to the last paragraph, or after the content if that ends in another block. */
function withBackLinks(content: readonly ElementContent[], number: number, run: RenderRun): ElementContent[] {
  const links: ElementContent[] = [];
  for (let occurrence = 1; occurrence <= (run.references[number - 1] ?? 0); occurrence++) {
    const reference = occurrence === 1 ? String(number) : `${number}-${occurrence}`;
    const properties = {
      href: `#${referenceId(number, occurrence)}`,
      role: 'doc-backlink',
      className: ['footnote-back'],
      ariaLabel: run.labels.footnoteBack.replace('{reference}', () => reference),
    };
    links.push({ type: 'text', value: ' ' }, element('a', properties, [{ type: 'text', value: '↩' }]));
  }
  const last = content.findLastIndex((node) => node.type === 'element');
  const tail = content[last];
  if (tail?.type !== 'element' || tail.tagName !== 'p') return [...content, ...links];
  return content.with(last, { ...tail, children: [...tail.children, ...links] });
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}
