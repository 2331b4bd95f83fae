import { expect, it } from 'vitest';
import { siteOf, smallSite } from '../site.ts';

/** Posts of some length, so that several workers have something to do. */
const posts = Array.from(
  { length: 150 },
  (_, at) => `-- content/blog/post-${at}/en.md --
---
title: Post ${at}
description: What it is about.
date: 2026-02-01
tags: [light]
---
${`Words of post ${at}, *stress* and a [link](/blog/first).\n\n`.repeat(120)}
`,
).join('');

it('a limit of the memory gives the same bytes with less memory, also where it is too low', {
  timeout: 400_000,
}, async () => {
  const site = siteOf(smallSite, posts);
  /** Builds into a folder and returns the peak of the memory of all processes, in megabytes. */
  const peakOf = async (out: string, ...args: readonly string[]) => {
    site.remove('.sitegen');
    const { report, problems } = await site.build('--out', out, '--jobs', '4', ...args);
    expect(problems).toEqual([]);
    return (report?.peakBytes ?? 0) / 2 ** 20;
  };
  const free = await peakOf('free');
  const limited = await peakOf('limited', '--max-memory', '320');
  await peakOf('low', '--max-memory', '1');
  expect(site.files('limited')).toEqual(site.files('free'));
  expect(site.files('low')).toEqual(site.files('free'));
  expect(limited).toBeLessThan(Math.min(free, 320));
  site.close();
});
