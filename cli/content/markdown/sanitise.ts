import type { Root } from 'hast';
import { raw } from 'hast-util-raw';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { VFile } from 'vfile';
import { idPrefix } from './urls.ts';

const { href, src, ...otherProtocols } = defaultSchema.protocols ?? {};

/**
 * What authors may write as HTML: what GitHub allows, and figures, pictures, video and sound with controls, and
 * a few elements for text. No scripts, styles, frames or forms; classes only where Markdown itself makes them.
 * Addresses are checked afterwards, where a refusal can be reported instead of passed over.
 */
const schema: Schema = {
  ...defaultSchema,
  clobberPrefix: idPrefix,
  // Ids that other attributes name are not resolved, so those attributes are left out below.
  clobber: ['id', 'name'],
  protocols: otherProtocols,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    ...['abbr', 'audio', 'cite', 'dfn', 'figcaption', 'figure', 'mark', 'small', 'time', 'u', 'video', 'wbr'],
  ],
  attributes: {
    ...defaultSchema.attributes,
    '*': (defaultSchema.attributes?.['*'] ?? []).filter((name) => !String(name).startsWith('aria')).concat('lang'),
    a: ['href', 'dataFootnoteRef'],
    audio: ['src', 'preload', 'loop', ['controls', true]],
    code: [['className', /^language-./]],
    details: ['open'],
    h2: [],
    img: ['src', 'alt'],
    li: [['className', 'task-list-item']],
    section: [],
    source: ['src', 'srcSet', 'type', 'media', 'sizes'],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
    ol: [['className', 'contains-task-list'], 'reversed', 'start'],
    video: ['src', 'poster', 'preload', 'loop', 'muted', 'playsInline', ['controls', true]],
  },
  required: { ...defaultSchema.required, audio: { controls: true }, video: { controls: true } },
};

/**
 * Parses HTML that stands in the tree as text, joins it with the Markdown around it, and removes what is unsafe.
 * `source` is the Markdown, which the positions of the new tree refer to.
 */
export function sanitise(tree: Root, source: string): Root {
  return sanitize(raw(tree, { file: new VFile(source) }), schema) as Root;
}
