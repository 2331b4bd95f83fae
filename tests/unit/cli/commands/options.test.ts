import { expect, it } from 'vitest';
import { sourceDate } from '../../../../cli/commands/options.ts';

it('reads the time of a build in seconds, and rejects what is no number', () => {
  const read = (seconds: string | undefined) => {
    const date = sourceDate(seconds === undefined ? {} : { SOURCE_DATE_EPOCH: seconds });
    return date.ok ? date.value : date.problems.map(({ code }) => code);
  };
  expect([undefined, '', '0', '1767225600'].map(read)).toEqual([null, null, 0, 1_767_225_600_000]);
  for (const wrong of ['today', '-1', '1.5', '1e9', ' ']) expect(read(wrong), wrong).toEqual(['CONFIG_OPTION']);
});
