import { closeSync, openSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import type { Progress } from './progress.ts';

/** A running profile of a build. */
export type BuildProfile = {
  /** Measures the stages that it receives, and passes everything on. */
  readonly progress: Progress;
  /** Ends the profile and writes it. Throws as `fs` does. */
  readonly save: () => Promise<void>;
};

/** A stage, in milliseconds of `performance.now`. */
type Span = { readonly name: string; readonly startMs: number; readonly endMs: number };

/** Time between two samples of the stack, in microseconds. */
const samplingIntervalUs = 500;

/**
 * Starts to profile the code of this thread, not that of render threads and of the process that bundles. Throws as `fs`
 * does if the file cannot be created.
 */
export async function startProfile(file: string, progress: Progress): Promise<BuildProfile> {
  const descriptor = openSync(file, 'w');
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  await session.post('Profiler.start');
  const startMs = performance.now();
  const spans: Span[] = [];
  let open: Omit<Span, 'endMs'> | null = null;
  const close = (): void => {
    if (open) spans.push({ ...open, endMs: performance.now() });
    open = null;
  };
  return {
    progress: {
      stage: (name, total) => {
        close();
        open = { name, startMs: performance.now() };
        progress.stage(name, total);
      },
      tick: progress.tick,
      end: () => {
        close();
        progress.end();
      },
    },
    save: async () => {
      close();
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      writeFileSync(descriptor, traceOf(profile, { spans, startMs }));
      closeSync(descriptor);
    },
  };
}

type Stages = {
  readonly spans: readonly Span[];
  /** Time of `performance.now` at which the profile starts. */
  readonly startMs: number;
};

/**
 * Returns a trace in the Trace Event Format: the CPU profile as DevTools represents an imported one, and a user timing
 * for each stage. The clock of the profile counts microseconds from a time of its own.
 */
function traceOf(profile: Profiler.Profile, { spans, startMs }: Stages): string {
  const thread = { pid: 1, tid: 1 };
  const timeOf = (ms: number): number => Math.round(profile.startTime + (ms - startMs) * 1000);
  const timings = spans.flatMap(({ name, startMs: from, endMs }, index) => {
    const timing = { ...thread, cat: 'blink.user_timing', name, id2: { local: `0x${(index + 1).toString(16)}` } };
    return [
      { ...timing, ph: 'b', ts: timeOf(from), args: {} },
      { ...timing, ph: 'e', ts: timeOf(endMs), args: {} },
    ];
  });
  const samples = {
    ...thread,
    cat: 'disabled-by-default-devtools.timeline',
    name: 'CpuProfile',
    ph: 'X',
    id: '0x1',
    ts: profile.startTime,
    dur: profile.endTime - profile.startTime,
    args: { data: { cpuProfile: profile } },
  };
  const label = { ...thread, cat: '__metadata', name: 'thread_name', ph: 'M', ts: 0, args: { name: 'sitegen build' } };
  return JSON.stringify({
    traceEvents: [label, ...timings, samples],
    metadata: { source: 'sitegen', dataOrigin: 'CPUProfile' },
  });
}
