import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stop } from '../../../../../site/engine/errors.ts';
import { loadPart } from '../../../../../site/engine/load-part.ts';
import { createHost, type HostParts } from '../../../../../site/engine/workers/host.ts';
import type { WorkerDamage } from '../../../../../site/engine/workers/messages.ts';
import { serveHost, type WorkerScope } from '../../../../../site/engine/workers/serve.ts';

type Types = {
  readonly setup: { readonly start: number };
  readonly task:
    | { readonly kind: 'add'; readonly value: number }
    | { readonly kind: 'misbehave'; readonly how: string };
  readonly results: { readonly add: number; readonly misbehave: string };
  readonly progress: number;
  readonly command: string;
};

/** How a worker of these tests deviates from a working one. */
type Behaviour = {
  /** Milliseconds until its module is loaded; undefined: never. Earlier messages are dropped. */
  readonly loadsAfter?: number | undefined;
  readonly failsSetup?: boolean;
};

const GOOD: Behaviour = { loadsAfter: 5 };

/** Locks as of the Web Locks API: one holder; the others wait until it releases the lock or ends. */
function createLocks() {
  const holders = new Map<string, () => void>();
  const waiting = new Map<string, (() => void)[]>();
  const request = async (name: string, callback: () => unknown): Promise<unknown> => {
    if (holders.has(name)) {
      await new Promise<void>((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]));
    }
    holders.set(name, () => undefined);
    return callback();
  };
  const dies = (names: readonly string[]) => {
    for (const name of names) {
      holders.delete(name);
      for (const go of waiting.get(name) ?? []) go();
    }
  };
  return { request, dies };
}

/** A worker in this thread: a message channel with the real `serveHost` at its other end. */
function workshop(behaviours: readonly Behaviour[], change: Partial<HostParts<Types>> = {}) {
  const locks = createLocks();
  const workers: { readonly heldLocks: string[]; dead: boolean; vanish: () => void; readonly received: string[] }[] =
    [];
  const damages: WorkerDamage[] = [];
  let damage: WorkerDamage | null = null;
  vi.stubGlobal('navigator', { locks });

  const startWorker = (): Worker => {
    const { loadsAfter, failsSetup } = behaviours[workers.length] ?? GOOD;
    const { port1, port2 } = new MessageChannel();
    const fakeWorker = {
      heldLocks: [] as string[],
      dead: false,
      received: [] as string[],
      vanish: () => {
        fakeWorker.dead = true;
        locks.dies(fakeWorker.heldLocks);
      },
    };
    workers.push(fakeWorker);
    let sum = 0;
    const scope: WorkerScope<Types> = {
      postMessage: (message) => fakeWorker.dead || port2.postMessage(message),
      onmessage: null,
    };
    port2.onmessage = (event) => {
      const { data } = event as MessageEvent;
      if (fakeWorker.dead || !scope.onmessage) return;
      fakeWorker.received.push(data.kind);
      if (data.kind === 'setup' && data.lock) fakeWorker.heldLocks.push(data.lock);
      scope.onmessage(event as never);
    };
    const load = () =>
      serveHost<Types>(scope, {
        setUp: ({ start }) => {
          if (failsSetup) throw new TypeError('the cause');
          sum = start;
        },
        perform: async (task, { loading }) => {
          if (task.kind === 'add') {
            sum += task.value;
            return sum;
          }
          if (task.how === 'vanish') {
            fakeWorker.vanish();
            return new Promise<never>(() => undefined);
          }
          if (task.how === 'memory') return stop({ code: 'device.outOfMemory', suggestedSize: null });
          if (task.how === 'part') return loadPart(() => new Promise<never>(() => undefined), 20);
          if (task.how === 'silence') return new Promise<never>(() => undefined);
          if (task.how === 'hang' && workers.length === 1) {
            // The thread no longer runs, but exists and holds its lock.
            const hang = async () => {
              fakeWorker.dead = true;
            };
            return loading(hang).then(() => task.how);
          }
          if (task.how === 'slow') return loading(() => sleep(1300)).then(() => task.how);
          if (task.how === 'abort') {
            damage = 'runtime';
            throw new Error('Aborted()');
          }
          return task.how;
        },
        damage: () => damage,
      });
    if (loadsAfter !== undefined) setTimeout(load, loadsAfter);
    const worker = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      onerror: null as ((event: ErrorEvent) => void) | null,
      onmessageerror: null,
      postMessage: (message: unknown) => port1.postMessage(message),
      terminate: () => {
        fakeWorker.vanish();
        damage = null;
        port1.close();
      },
    };
    port1.onmessage = (event) => worker.onmessage?.(event as MessageEvent);
    return worker as unknown as Worker;
  };
  const host = createHost<Types>({
    startWorker,
    setup: () => ({ start: 100 }),
    locks: locks as unknown as LockManager,
    onDamage: (one) => damages.push(one),
    ...change,
  });
  const options = { signal: new AbortController().signal, onProgress: () => undefined, patienceMs: null };
  const add = (value: number) => host.call<'add'>({ kind: 'add', value }, options).outcome;
  const misbehave = (how: string) => host.call<'misbehave'>({ kind: 'misbehave', how }, options).outcome;
  return { host, add, misbehave, workers, damages };
}

afterEach(() => vi.unstubAllGlobals());

describe('a host', () => {
  it('posts nothing before the worker is ready, however long it takes to load', async () => {
    const { add, workers } = workshop([{ loadsAfter: 60 }]);
    expect(await Promise.all([add(1), add(2)])).toEqual([
      { ok: true, value: 101 },
      { ok: true, value: 103 },
    ]);
    expect(workers[0]?.received).toEqual(['setup', 'task', 'task']);
  });

  it('starts a worker that is prepared before its first task, and ends it if none comes', async () => {
    const used = workshop([GOOD]);
    used.host.prepare();
    used.host.prepare();
    await vi.waitFor(() => expect(used.workers[0]?.received).toEqual(['setup']));
    expect(await used.add(1)).toEqual({ ok: true, value: 101 });
    expect(used.host.state()).toEqual({ alive: true, lastEnd: null, started: 1 });

    const unused = workshop([GOOD], { idleMs: 20 });
    unused.host.prepare();
    await vi.waitFor(() => expect(unused.host.state()).toEqual({ alive: false, lastEnd: 'idle', started: 1 }));
    expect(await unused.add(1)).toEqual({ ok: true, value: 101 });
  });

  it('answers at once if a task is cancelled while it waits for its worker', async () => {
    const { host, workers } = workshop([{}]);
    const controller = new AbortController();
    const call = host.call<'add'>(
      { kind: 'add', value: 1 },
      { signal: controller.signal, onProgress: () => undefined, patienceMs: 10 },
    );
    controller.abort();
    expect(await call.outcome).toEqual({ ok: false, error: { code: 'job.cancelled' } });
    await call.settled;
    expect(host.state()).toEqual({ alive: false, lastEnd: 'cancelled', started: 1 });
    expect(workers[0]?.received).toEqual([]);
  });

  it('ends a worker that never gets ready, starts it once more, and another for the next task', async () => {
    const { host, add } = workshop([{}, {}], { startMs: 300 });
    expect(await add(1)).toMatchObject({
      ok: false,
      error: { code: 'job.notLoaded', details: expect.stringContaining('did not start') },
    });
    expect(host.state()).toMatchObject({ alive: false, lastEnd: 'crashed', started: 2 });
    expect(await add(1)).toEqual({ ok: true, value: 101 });
  });

  it('runs the waiting tasks in order once the second worker is ready', async () => {
    const { add, workers } = workshop([{}], { startMs: 300 });
    expect(await Promise.all([add(1), add(2)])).toEqual([
      { ok: true, value: 101 },
      { ok: true, value: 103 },
    ]);
    expect(workers[1]?.received).toEqual(['setup', 'task', 'task']);
  });

  it('repeats a task in another worker if a part of the program did not load, where tasks are independent', async () => {
    const independent = workshop([], { independentTasks: true });
    expect(await independent.misbehave('part')).toMatchObject({ ok: false, error: { code: 'job.notLoaded' } });
    expect(independent.host.state()).toEqual({ alive: false, lastEnd: 'damaged', started: 2 });
    expect(independent.damages).toEqual(['program', 'program']);

    const dependent = workshop([]);
    expect(await dependent.misbehave('part')).toMatchObject({ ok: false, error: { code: 'job.notLoaded' } });
    expect(dependent.host.state()).toEqual({ alive: false, lastEnd: 'damaged', started: 1 });
    expect(await dependent.add(1)).toEqual({ ok: true, value: 101 });
  });

  it('replaces a worker that hangs while it starts a network, and repeats the task where tasks are independent', async () => {
    const independent = workshop([], { independentTasks: true, startMs: 600 });
    expect(await independent.misbehave('hang')).toEqual({ ok: true, value: 'hang' });
    expect(independent.host.state()).toMatchObject({ alive: true, lastEnd: 'crashed', started: 2 });

    const dependent = workshop([], { startMs: 600 });
    expect(await dependent.misbehave('hang')).toMatchObject({
      ok: false,
      error: { code: 'job.notLoaded', details: expect.stringContaining('while it started a network') },
    });
    expect(await dependent.add(1)).toEqual({ ok: true, value: 101 });
  });

  it('waits for a network that takes long to start, and without a limit for the work after it', async () => {
    const { host, misbehave } = workshop([], { startMs: 1000 });
    expect(await misbehave('slow')).toEqual({ ok: true, value: 'slow' });
    const silent = misbehave('silence').then(() => 'ended');
    expect(await Promise.race([silent, sleep(1200)])).toBeUndefined();
    expect(host.state()).toMatchObject({ alive: true, started: 1 });
    host.close();
  });

  it('reports what a handler throws, with its cause', async () => {
    const { add } = workshop([{ loadsAfter: 1, failsSetup: true }]);
    expect(await add(1)).toMatchObject({
      ok: false,
      error: { code: 'job.failed', details: expect.stringContaining('TypeError: the cause') },
    });
    expect(await add(1)).toEqual({ ok: true, value: 101 });
  });

  it('detects by its lock that a worker is gone, fails all its tasks, and starts another', async () => {
    const { host, add, misbehave } = workshop([]);
    expect(await add(1)).toEqual({ ok: true, value: 101 });
    const [waiting, vanished] = await Promise.all([misbehave('silence'), misbehave('vanish')]);
    for (const outcome of [waiting, vanished])
      expect(outcome).toMatchObject({ ok: false, error: { code: 'device.workerStopped' } });
    expect(host.state().lastEnd).toBe('crashed');
    expect(await add(2)).toEqual({ ok: true, value: 102 });
  });

  it('detects by silence that a worker is gone if there are no locks', async () => {
    const { add, misbehave } = workshop([], { locks: null, silenceMs: 40 });
    expect(await add(1)).toEqual({ ok: true, value: 101 });
    expect(await misbehave('vanish')).toMatchObject({
      ok: false,
      error: { code: 'device.workerStopped', details: expect.stringContaining('not answered') },
    });
    expect(await add(2)).toEqual({ ok: true, value: 102 });
  });

  it.each([
    ['memory', 'device.outOfMemory', 'memory'],
    ['abort', 'job.failed', 'runtime'],
  ])('replaces a worker that cannot be used again: %s', async (how, code, damage) => {
    const { host, add, misbehave, damages } = workshop([]);
    expect(await add(1)).toEqual({ ok: true, value: 101 });
    expect(await misbehave(how)).toMatchObject({ ok: false, error: { code } });
    expect(host.state()).toEqual({ alive: false, lastEnd: 'damaged', started: 1 });
    expect(damages).toEqual([damage]);
    // The old worker has no effect any more.
    expect(await add(5)).toEqual({ ok: true, value: 105 });
  });
});
