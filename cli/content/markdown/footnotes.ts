import type { Element, ElementContent } from 'hast';
import type { FootnoteReference } from 'mdast';
import type { Run } from './body.ts';

/** Start of the ids of notes, which no heading may take. */
export const reservedId = /^fn(?:ref)?_/;
const noteId = (number: number) => `fn_${number}`;
const referenceId = (number: number, time: number) => (time === 1 ? `fnref_${number}` : `fnref_${number}-${time}`);
const labelId = 'fn_label';

/** A reference as it passes through sanitising: only its number. `setReference` makes it a link. */
export function referenceMark(node: FootnoteReference, run: Run): Element {
  const identifier = node.identifier.toUpperCase();
  if (!run.footnotes.includes(identifier)) run.footnotes.push(identifier);
  const number = run.footnotes.indexOf(identifier) + 1;
  const link = element('a', { dataFootnoteRef: String(number) }, [{ type: 'text', value: String(number) }]);
  return element('sup', {}, [link]);
}

/** Gives a reference address and id. False where the element is not a reference. */
export function setReference(link: Element, run: Run): boolean {
  const mark = link.properties.dataFootnoteRef;
  if (mark === undefined) return false;
  delete link.properties.dataFootnoteRef;
  const number = Number(mark);
  if (!Number.isInteger(number) || number < 1 || number > run.footnotes.length) return false;
  const time = (run.references[number - 1] ?? 0) + 1;
  run.references[number - 1] = time;
  const id = referenceId(number, time);
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

/** The notes as a section at the end. `notes` are their rendered contents, by number from 1. */
export function footnoteSection(notes: readonly ElementContent[][], run: Run): Element {
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
function withBackLinks(content: readonly ElementContent[], number: number, run: Run): ElementContent[] {
  const links: ElementContent[] = [];
  for (let time = 1; time <= (run.references[number - 1] ?? 0); time++) {
    const reference = time === 1 ? String(number) : `${number}-${time}`;
    const properties = {
      href: `#${referenceId(number, time)}`,
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
