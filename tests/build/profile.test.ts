import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteWithBundles, smallSite } from '../site.ts';

type TraceEvent = {
  readonly ph: string;
  readonly name: string;
  readonly cat: string;
  readonly ts: number;
  readonly args: { readonly data?: { readonly cpuProfile: CpuProfile } };
};

type CpuProfile = {
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly nodes: readonly { readonly callFrame: { readonly functionName: string; readonly url: string } }[];
};

let site: Site;
beforeAll(() => {
  site = siteWithBundles(smallSite);
});
afterAll(() => site.close());

describe('`--profile`', () => {
  it('writes a trace with the stages as timings and the functions as a profile', async () => {
    const { code, report } = await site.build('--profile', `${site.root}/trace.json`);
    expect(code).toBe(0);
    const { traceEvents, metadata } = JSON.parse(site.read('trace.json'));
    // DevTools shows the functions of a trace without a page only if it comes from a profile.
    expect(metadata.dataOrigin).toBe('CPUProfile');
    const events: readonly TraceEvent[] = traceEvents;
    const profile = events.find(({ name }) => name === 'CpuProfile')?.args.data?.cpuProfile as CpuProfile;
    expect(profile.samples.length).toBeGreaterThan(10);
    const files = profile.nodes.map(({ callFrame }) => callFrame.url);
    expect(files.some((url) => url.includes('/cli/dist/'))).toBe(true);
    const timings = events.filter(({ cat }) => cat === 'blink.user_timing');
    const begins = timings.filter(({ ph }) => ph === 'b');
    expect([...new Set(begins.map(({ name }) => name))]).toEqual(Object.keys(report?.stages ?? {}));
    expect(timings.filter(({ ph }) => ph === 'e').map(({ name }) => name)).toEqual(begins.map(({ name }) => name));
    const times = timings.map(({ ts }) => ts);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(profile.startTime);
    expect(times.at(-1)).toBeLessThanOrEqual(profile.endTime);
  });

  it('has a profile of a build that fails, too', async () => {
    site.write('content/blog/wrong/en.md', '---\ntitle: 1\n---\n');
    expect((await site.build('--profile', `${site.root}/failed.json`)).code).toBe(1);
    site.remove('content/blog/wrong');
    expect(JSON.parse(site.read('failed.json')).traceEvents.length).toBeGreaterThan(2);
  });

  it('is an error before the build if the file cannot be written', async () => {
    site.remove('dist');
    const { code, problems } = await site.build('--profile', `${site.root}/missing/trace.json`);
    expect(code).toBe(1);
    expect(problems).toEqual([expect.objectContaining({ code: 'SYSTEM_ERROR' })]);
    expect(problems[0]?.message).toContain('missing/trace.json');
    expect(site.has('dist')).toBe(false);
  });
});
