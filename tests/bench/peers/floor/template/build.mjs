// Reads the posts and the pages in languages, renders each in one of as many threads as there are processors, and writes
// its files.
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
const locales = readdirSync(process.env.FLOOR_LOCALES).filter((file) => file.endsWith('.json'));
const threads = availableParallelism();
const workers = Array.from({ length: threads }, (_, index) => {
  const isOwn = (_item, at) => at % threads === index;
  const workerData = { posts: posts.filter(isOwn), locales: locales.filter(isOwn) };
  return new Worker(new URL('worker.mjs', import.meta.url), { workerData });
});
const ends = workers.map(endOf);
if (process.env.FLOOR_NEEDED || locales.length > 0) {
  const bundled = endOf(
    spawn(process.execPath, ['bundle.mjs', locales.length > 0 ? 'pages' : ''], { stdio: 'inherit' }),
  );
  const start = () => {
    for (const worker of workers) worker.postMessage('bundled');
  };
  ends.push(bundled.then(start));
}
await Promise.all(ends);
