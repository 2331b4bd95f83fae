import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { droppedFiles, folderOf } from '../../../../site/ui/dropped-files.ts';
import { takeEarly } from '../../../../site/ui/early-input.ts';

const SCRIPT = readFileSync(new URL('../../../../site/public/early-input.js', import.meta.url), 'utf8');

type Page = EventTarget & { earlyInput?: never };

/** A window after the script has run; its document has a field for files, or not. */
function pageWithScript(page: Page = new EventTarget(), hasField = true) {
  const document = { querySelector: () => (hasField ? {} : null) };
  runInNewContext(SCRIPT, { window: Object.assign(page, { document }), AbortController });
  return page;
}

function send(page: EventTarget, kind: 'dragover' | 'drop' | 'paste', names: readonly string[]): boolean {
  const files = names.map((name) => ({ name }));
  const data = { types: files.length > 0 ? ['Files'] : ['text/plain'], files, items: files.map(itemOf) };
  const event = Object.assign(new Event(kind, { cancelable: true }), { dataTransfer: data, clipboardData: data });
  return !page.dispatchEvent(event);
}

/** An item of a drop; names that end with a slash are folders with one picture. */
function itemOf({ name }: { readonly name: string }) {
  const isDirectory = name.endsWith('/');
  const file = { name: isDirectory ? `${name}inside.png` : name, type: 'image/png' };
  const fullPath = `/${file.name}`;
  const inside = { isDirectory: false, name: file.name, fullPath, file: (found: (one: object) => void) => found(file) };
  let parts = [[inside], []];
  const readEntries = (found: (entries: object[]) => void) => {
    const [part = [], ...rest] = parts;
    parts = rest;
    found(part);
  };
  const entry = isDirectory ? { isDirectory, name, createReader: () => ({ readEntries }) } : inside;
  return { kind: 'file', webkitGetAsEntry: () => entry };
}

const earlyFiles = async (page: EventTarget) => namesOf(await droppedFiles(takeEarly('files', page as never)));

const namesOf = (files: readonly { readonly name: string }[]) => [...files].map(({ name }) => name);

test('files that are dropped and pasted before hydration are kept in order and delivered once', async () => {
  const page = pageWithScript();
  expect(send(page, 'dragover', ['a.png'])).toBe(true);
  expect(send(page, 'drop', ['a.png', 'b.png'])).toBe(true);
  send(page, 'paste', ['c.png']);
  expect(await earlyFiles(page)).toEqual(['a.png', 'b.png', 'c.png']);
  expect(takeEarly('files', page)).toEqual([]);
});

test('the pictures of a folder that is dropped before hydration are read', async () => {
  const page = pageWithScript();
  send(page, 'drop', ['a.png']);
  expect(send(page, 'drop', ['folder/', 'b.png'])).toBe(true);
  const files = await droppedFiles(takeEarly('files', page as never));
  expect(namesOf(files)).toEqual(['a.png', 'folder/inside.png', 'b.png']);
  expect(files.map(folderOf)).toEqual(['', 'folder', '']);
});

test('dropped text is left to the browser', () => {
  const page = pageWithScript();
  expect(send(page, 'drop', [])).toBe(false);
  expect(takeEarly('files', page)).toEqual([]);
});

test('the script stops once the page listens', () => {
  const page = pageWithScript();
  takeEarly('files', page);
  expect(send(page, 'drop', ['a.png'])).toBe(false);
  const late: Page = new EventTarget();
  takeEarly('files', late);
  expect(send(pageWithScript(late), 'drop', ['a.png'])).toBe(false);
  expect(takeEarly('files', late)).toEqual([]);
});

test('files that nothing on the page takes are left to the browser', () => {
  const page = pageWithScript(new EventTarget(), false);
  expect(send(page, 'dragover', ['a.png'])).toBe(false);
  expect(send(page, 'drop', ['a.png'])).toBe(false);
});

test('keys that open the search are held, those of the browser only for the search, and other keys pass', () => {
  const page = pageWithScript();
  const press = (key: string, ctrlKey = false) =>
    !page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey }));
  expect([press('/'), press('a'), press('K', true), press('l', true)]).toEqual([false, false, true, false]);
  expect(takeEarly('keys', page).map(({ key }) => key)).toEqual(['/', 'K']);
  expect(press('k', true)).toBe(false);
  expect(takeEarly('keys', page)).toEqual([]);
});

test('what is typed after the last key that may open the search is held until the search takes it', () => {
  const page = pageWithScript();
  const press = (key: string, ctrlKey = false) =>
    page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey }));
  for (const key of ['x', '/', 'y']) press(key);
  press('K', true);
  for (const key of ['a', ' ', 'b', 'Backspace']) press(key);
  press('l', true);
  expect(takeEarly('keys', page)).toHaveLength(2);
  press('c');
  expect(takeEarly('typed', page)).toEqual(['a', ' ', 'b', 'Backspace', 'c']);
  press('d');
  expect(takeEarly('typed', page)).toEqual([]);
});
