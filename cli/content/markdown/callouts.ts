import type { Element, ElementContent } from 'hast';
import type { Run } from './body.ts';

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** Attribute with the kind of a callout that a directive makes, while the text is sanitised. */
export const calloutMark = 'dataCallout';

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Makes a quote that begins with `[!NOTE]`, or that a directive made, a callout with a title. */
export function setCallout(quote: Element, run: Run): void {
  const kind = directiveKind(quote) ?? quotedKind(quote);
  if (kind === null) return;
  const title = typeof quote.properties.title === 'string' ? quote.properties.title : run.labels[kind];
  quote.tagName = 'div';
  quote.properties = { className: ['callout', `callout-${kind}`], role: 'note' };
  quote.children.unshift(
    { type: 'text', value: '\n' },
    {
      type: 'element',
      tagName: 'p',
      properties: { className: ['callout-title'] },
      children: [{ type: 'text', value: title }],
    },
  );
}

function directiveKind({ properties }: Element): CalloutKind | null {
  const kind = properties[calloutMark];
  delete properties[calloutMark];
  return calloutKinds.find((one) => one === kind) ?? null;
}

/** The kind that a quote's first line names, which is removed. */
function quotedKind(quote: Element): CalloutKind | null {
  const paragraph = quote.children.find((child): child is Element => child.type === 'element');
  const first = paragraph?.tagName === 'p' ? paragraph.children[0] : undefined;
  const found = first?.type === 'text' ? marker.exec(first.value) : null;
  if (!paragraph || !found || first?.type !== 'text') return null;
  first.value = first.value.slice(found[0].length);
  if (paragraph.children.every(isEmpty)) quote.children.splice(quote.children.indexOf(paragraph), 1);
  return (found[1] as string).toLowerCase() as CalloutKind;
}

const isEmpty = (child: ElementContent): boolean =>
  (child.type === 'text' && child.value.trim() === '') || (child.type === 'element' && child.tagName === 'br');
