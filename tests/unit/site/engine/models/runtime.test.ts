import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadRuntime } from '../../../../../site/engine/models/runtime.ts';

const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const PROGRAM = moduleOf('export const env = { wasm: {} };');
const optionsWith = (script: string) => {
  const build = { program: PROGRAM, script, wasm: null };
  return { backend: 'wasm', threads: 2, files: { wasm: build, jspi: build, asyncify: build, folder: '' } } as const;
};

afterEach(() => {
  vi.useRealTimers();
});

describe('loadRuntime', () => {
  it('gives up a script of the runtime that does not arrive, so that another worker is tried', async () => {
    vi.useFakeTimers();
    const loading = loadRuntime(optionsWith(moduleOf('globalThis.isRequested = true; await new Promise(() => {});')));
    const outcome = loading.then(
      () => 'loaded',
      ({ message }: Error) => message,
    );
    await vi.waitFor(() => expect(globalThis).toHaveProperty('isRequested', true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toBe('job.notLoaded');
  });

  it('loads where all files arrive', async () => {
    await expect(loadRuntime(optionsWith(moduleOf('export default 0;')))).resolves.toHaveProperty('start');
  });
});
