import { expect, test } from 'vitest';
import { messagesFile } from '../../../../cli/emit/runtime-files.ts';

const message = (key: string, from: string) => ({ key, message: `${key} in ${from}`, from });

test('a message stands under the locale that it is written in, the own locale first', () => {
  const file = messagesFile('pt', [message('b', 'pt'), message('c', 'es'), message('d', 'en'), message('a', 'pt')]);
  expect(file.path).toBe('_i18n/pt/messages.json');
  expect(file.content).toBe('{"pt":{"a":"a in pt","b":"b in pt"},"en":{"d":"d in en"},"es":{"c":"c in es"}}');
});

test('compiled messages survive, and a locale of which nothing is translated has its name all the same', () => {
  const plural = [['plural', 'n', 0, { one: 'one', other: [['#'], ' files'] }]] as const;
  const file = messagesFile('de', [{ key: 'files', message: plural, from: 'en' }]);
  expect(JSON.parse(file.content)).toEqual({ de: {}, en: { files: plural } });
});
