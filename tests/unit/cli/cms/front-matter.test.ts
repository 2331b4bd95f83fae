import { expect, it } from 'vitest';
import { mergeText } from '../../../../cli/cms/front-matter.ts';

const text = (title: string, body: string) => `---\ntitle: ${title}\ndate: 2026-01-01 # a Thursday\n---\n${body}`;
const edited = (title: string, body: string) => text(title, body).replace(' # a Thursday', '');
const windows = (unix: string) => unix.replaceAll('\n', '\r\n');

it('keeps the line endings of a file, which the editor does not know', () => {
  const stored = windows(text('Lamp', 'One.\nTwo.\n'));
  expect(mergeText(stored, edited('Lamp', 'One.\nTwo.\n'))).toBe(stored);
  expect(mergeText(stored, edited('Desk', 'One.\nTwo.\n'))).toBe(windows(text('Desk', 'One.\nTwo.\n')));
  expect(mergeText(stored, edited('Lamp', 'One.\nThree.\n'))).toBe(windows(text('Lamp', 'One.\nThree.\n')));
});

it('takes an edit of the indentation of the first line, which makes it code, and no blank lines around a body', () => {
  const stored = text('Lamp', '\n    code\n\n');
  expect(mergeText(stored, edited('Lamp', 'code\n'))).toBe(text('Lamp', 'code\n'));
  expect(mergeText(stored, edited('Lamp', '    code'))).toBe(stored);
});
