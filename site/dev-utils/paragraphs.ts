export type ParagraphMarks = 'lines' | 'blankLines' | 'pTags' | 'brTags';

const ENTITIES: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const NAMED: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp);/g, (entity, name: string) => NAMED[name] ?? entity);

/** What marks the paragraphs of a text. */
export const detectMarks = (text: string): ParagraphMarks => {
  if (/<p[\s>]/i.test(text)) return 'pTags';
  if (/<br\s*\/?>/i.test(text)) return 'brTags';
  return /\n[ \t]*\n/.test(text.trim()) ? 'blankLines' : 'lines';
};

/** Paragraphs of a text as plain text; line breaks inside a paragraph stay as `\n`. */
export const readParagraphs = (text: string, marks: ParagraphMarks): readonly string[] => {
  const unix = text.replace(/\r\n?/g, '\n');
  const breaks = (part: string) => unescapeHtml(part.replace(/\s*<br\s*\/?>\s*/gi, '\n').replace(/<[^>]+>/g, ''));
  const parts = (() => {
    switch (marks) {
      case 'lines':
        return unix.split('\n');
      case 'blankLines':
        return unix.split(/\n[ \t]*\n+/);
      case 'pTags':
        return unix.split(/<\/p\s*>|(?=<p[\s>])/i).map((part) => breaks(part.replace(/<p\b[^>]*>/gi, '')));
      case 'brTags':
        return unix.split(/\s*<br\s*\/?>\s*/i).map(breaks);
    }
  })();
  return parts.map((part) => part.trim()).filter((part) => part !== '');
};

/** Paragraphs written with other marks. HTML is escaped in `pTags` and `brTags`. */
export const writeParagraphs = (paragraphs: readonly string[], marks: ParagraphMarks): string => {
  switch (marks) {
    case 'lines':
      return paragraphs.map((text) => text.replace(/\n/g, ' ')).join('\n');
    case 'blankLines':
      return paragraphs.join('\n\n');
    case 'pTags':
      return paragraphs.map((text) => `<p>${escapeHtml(text).replace(/\n/g, '<br>\n')}</p>`).join('\n');
    case 'brTags':
      return paragraphs.map((text) => escapeHtml(text).replace(/\n/g, '<br>\n')).join('<br>\n');
  }
};
