import type { Element, ElementContent } from 'hast';
import { type CalloutKind, calloutKinds, type RenderRun } from './body.ts';

/** Attribute with the kind of a callout from a directive, while the text is sanitised. */
export const calloutAttribute = 'dataCallout';

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Turns a quote that begins with `[!NOTE]`, or that comes from a directive, into a callout with a title. */
export function setCallout(quote: Element, run: RenderRun): void {
  const kind = takeDirectiveKind(quote) ?? takeQuotedKind(quote);
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

function takeDirectiveKind({ properties }: Element): CalloutKind | null {
  const kind = properties[calloutAttribute];
  delete properties[calloutAttribute];
  return calloutKinds.find((candidate) => candidate === kind) ?? null;
}

/** Removes the marker in a quote's first line and returns its kind; null if there is none. */
function takeQuotedKind(quote: Element): CalloutKind | null {
  const paragraph = quote.children.find((child): child is Element => child.type === 'element');
  const first = paragraph?.tagName === 'p' ? paragraph.children[0] : undefined;
  const match = first?.type === 'text' ? marker.exec(first.value) : null;
  if (!paragraph || !match || first?.type !== 'text') return null;
  first.value = first.value.slice(match[0].length);
  if (paragraph.children.every(isEmpty)) quote.children.splice(quote.children.indexOf(paragraph), 1);
  return (match[1] as string).toLowerCase() as CalloutKind;
}

const isEmpty = (child: ElementContent): boolean =>
  (child.type === 'text' && child.value.trim() === '') || (child.type === 'element' && child.tagName === 'br');
