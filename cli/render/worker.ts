import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { serverLocation } from '../bundle/locations.ts';
import type { PageModule } from '../contract.ts';
import type { WrittenFile } from '../incremental/page-record.ts';
import { hashOf } from '../lib/hash.ts';
import { htmlFile, markdownFile, payloadFile } from '../lib/paths.ts';
import { writeFile } from '../lib/write-file.ts';
import { type BodyCache, type BodyOptions, bodyOptions, readBody } from './body.ts';
import { bodyKey, createPlaceReader, packBodies } from './body-store.ts';
import { checkRoute } from './check.ts';
import { pageFailure } from './failures.ts';
import {
  type FromWorker,
  type PackedBodies,
  type PageJob,
  type PageResult,
  progressSlots,
  type RenderCode,
  type RenderScope,
  receivedScope,
  type ToWorker,
} from './job.ts';
import { renderPage } from './page.ts';
import { rendererOf } from './renderer.ts';
import type { ServerModule } from './server-module.ts';

/** The state of a worker thread. It receives its scope, then the pages' code, then pages to render and write. */
type State = {
  scope: RenderScope | null;
  stage: string;
  bodies: BodyOptions | null;
  /** Rendered Markdown that is not sent yet, by key; null where none is kept. */
  newBodies: Map<string, string> | null;
  /** Memory for the next bodies that are sent. */
  spare: ArrayBuffer | null;
  code: Promise<Loaded> | null;
  /** Folder of the bundle. */
  folder: string;
};

type Loaded = { readonly code: RenderCode; readonly server: ServerModule; readonly folder: string };

function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('render/worker is started as a worker thread only');
  const state: State = { scope: null, stage: '', bodies: null, newBodies: null, spare: null, code: null, folder: '' };
  const folders = new Set<string>();
  const progress = workerData as Int32Array;
  const reply = (message: FromWorker) => port.postMessage(message, message.bodies ? [message.bodies.bytes.buffer] : []);
  /** Records the job that starts, so that the pool can name it if this worker ends during it. */
  const recordStart = (batch: number, job: number): void => {
    Atomics.store(progress, progressSlots.job, job);
    Atomics.store(progress, progressSlots.batch, batch);
  };
  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.kind) {
      case 'scope':
        state.scope = receivedScope(message.scope);
        state.stage = message.stage;
        state.newBodies = message.keepsBodies ? new Map() : null;
        state.bodies = bodyOptions(
          state.scope,
          await rendererOf(state.scope),
          state.newBodies && bodyCache(state.newBodies),
        );
        return;
      case 'code':
        state.folder = message.folder;
        state.code = load(message);
        // Each page awaits it and reports the error.
        state.code.catch(() => {});
        return;
      case 'bodies':
        state.spare = message.spare ?? state.spare;
        for (const [index, job] of message.jobs.entries()) {
          recordStart(message.id, index);
          readBody(job, state.bodies as BodyOptions);
          // A promise of a plugin that is rejected and never awaited then ends this worker while its text is noted.
          await new Promise((resolve) => setImmediate(resolve));
        }
        return reply({ kind: 'bodies', id: message.id, bodies: takeNewBodies(state) });
      case 'pages': {
        state.spare = message.spare ?? state.spare;
        const results: PageResult[] = [];
        for (const [index, job] of message.jobs.entries()) {
          recordStart(message.id, index);
          results.push(await tryJob(job, state, folders));
        }
        return reply({ kind: 'pages', id: message.id, results, bodies: takeNewBodies(state) });
      }
    }
  };
  // Handle messages in sequence, so that one job runs at a time.
  let previous: Promise<void> = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    previous = previous.then(() => handle(message));
  });
}

/** Returns the cache of a worker: it reads bodies where the pool has stored them, and collects the others to be sent. */
function bodyCache(newBodies: Map<string, string>): BodyCache {
  const reader = createPlaceReader();
  return {
    read: ({ stored }) => (stored && reader.read(stored)?.toString('utf8')) ?? null,
    add: (job, text) => newBodies.set(bodyKey(job), text),
  };
}

function takeNewBodies(state: State): PackedBodies | null {
  const { newBodies, spare } = state;
  if (!newBodies || newBodies.size === 0) return null;
  const packed = packBodies(newBodies, spare);
  newBodies.clear();
  state.spare = null;
  return packed;
}

/** Renders a page. An error that its code throws becomes a problem with its location in the sources. */
async function tryJob(job: PageJob, state: State, folders: Set<string>): Promise<PageResult> {
  const { path } = job.route;
  try {
    await state.code;
  } catch (error) {
    const { message, location } = errorIn(error, state);
    const problem = {
      code: 'PAGE_FAILED',
      severity: 'error',
      message: `${siteCode}: ${message}`,
      ...location,
    } as const;
    return { kind: 'failed', path, problems: [problem] };
  }
  Atomics.store(workerData as Int32Array, progressSlots.loaded, 1);
  try {
    return await renderJob(job, state, folders);
  } catch (error) {
    const { message, location } = errorIn(error, state);
    return { kind: 'failed', path, problems: [{ ...pageFailure(job.route, message), ...location }] };
  }
}

const siteCode = 'The code of the site (site/App) failed to load';

/** Returns the message of what code of the site threw, and its location in the sources. */
function errorIn(error: unknown, { scope, folder }: State) {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  return { message, location: serverLocation(stack, { root: scope?.root ?? '', folder }) };
}

async function load({ code, folder, server }: Extract<ToWorker, { kind: 'code' }>): Promise<Loaded> {
  return { code, folder, server: (await import(pathToFileURL(join(folder, server)).href)) as ServerModule };
}

async function renderJob(job: PageJob, state: State, folders: Set<string>): Promise<PageResult> {
  const startedMs = performance.now();
  const { path } = job.route;
  const { code, server, folder } = (await state.code) as Loaded;
  const page = code.pages[job.route.page] as RenderCode['pages'][string];
  const body = job.body ? readBody(job.body, state.bodies as BodyOptions) : null;
  if (body && !body.ok) return { kind: 'failed', path, problems: body.problems };
  const module = (await import(pathToFileURL(join(folder, page.server)).href)) as PageModule;
  const scope = state.scope as RenderScope;
  const checked = await checkRoute({ job, scope, module });
  if (!checked.ok) return { kind: 'failed', path, problems: checked.problems };
  if (checked.value) return { kind: 'refused', path, refusal: checked.value, warnings: checked.warnings };
  const result = await renderPage({
    job,
    scope,
    entry: code.entry,
    code: page,
    bundle: code,
    module,
    server,
    body: body?.value ?? null,
    locate: (stack) => serverLocation(stack, { root: scope.root, folder }),
  });
  if (!result.ok) return { kind: 'failed', path, problems: result.problems };
  const write = (file: string, text: string): WrittenFile => {
    const target = join(state.stage, file);
    const folderPath = dirname(target);
    if (!folders.has(folderPath)) {
      mkdirSync(folderPath, { recursive: true });
      folders.add(folderPath);
    }
    writeFile(target, text);
    return [file, Buffer.byteLength(text), hashOf(text), statSync(target).mtimeMs];
  };
  const { html, payload, markdown, reads } = result.value;
  const copy = markdown === null ? [] : [write(markdownFile(path), markdown)];
  return {
    kind: 'page',
    path,
    files: [write(htmlFile(job.route), html), write(payloadFile(path), payload), ...copy],
    reads,
    ms: performance.now() - startedMs,
    warnings: result.warnings,
  };
}

serve();
