/**
 * Returns the character that separates the columns of a table of text, by its first line: a comma, or a semicolon or tab
 * where it has none. Spreadsheets write semicolons in languages with a decimal comma.
 */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  if (head.includes(',')) return ',';
  if (head.includes(';')) return ';';
  return head.includes('\t') ? '\t' : ',';
}
