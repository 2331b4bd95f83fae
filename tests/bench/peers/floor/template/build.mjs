// Reads the posts, renders each in one of as many threads as there are processors, and writes its files.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Resolves when a process or a thread has ended; rejects if it failed. */
const endOf = (started) =>
  new Promise((resolve, reject) => {
    started.once('error', reject);
    started.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`It ended with exit code ${code}.`))));
  });

const posts = readdirSync(process.env.FLOOR_CONTENT);
const threads = availableParallelism();
const ends = Array.from({ length: threads }, (_, index) => {
  const workerData = posts.filter((_post, at) => at % threads === index);
  return endOf(new Worker(new URL('worker.mjs', import.meta.url), { workerData }));
});
if (process.env.FLOOR_NEEDED) ends.push(endOf(spawn(process.execPath, ['bundle.mjs'], { stdio: 'inherit' })));
await Promise.all(ends);
