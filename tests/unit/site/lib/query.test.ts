import { expect, test } from 'vitest';
import { appendQuery } from '../../../../site/lib/query.ts';

test.each([
  ['https://a.example/x', 'w', '1', 'https://a.example/x?w=1'],
  ['https://a.example/x?y=2', 'w', '1', 'https://a.example/x?y=2&w=1'],
  ['https://a.example/x?', 'w', '1', 'https://a.example/x?w=1'],
  ['https://a.example/x?y=2&', 'w', '1', 'https://a.example/x?y=2&w=1'],
  ['/x#part', 'w', '1', '/x?w=1#part'],
  ['/x?y#part?no', 'w', '1', '/x?y&w=1#part?no'],
  ['/x', 'a b', 'c&d', '/x?a%20b=c%26d'],
  ['data:image/png;base64,AAAA', 'w', '1', 'data:image/png;base64,AAAA'],
  ['DATA:IMAGE/svg+xml,<svg/>', 'w', '1', 'DATA:IMAGE/svg+xml,<svg/>'],
  ['', 'w', '1', ''],
  ['/x', '', '1', '/x'],
  ['/x', 'w', '', '/x'],
])(
  'A query parameter is appended with ? or & as fitting, unless the URL is a data image or an input is empty: %s',
  (...row) => {
    const [url, name, value, result] = row;
    expect(appendQuery(url, { name, value })).toBe(result);
  },
);
