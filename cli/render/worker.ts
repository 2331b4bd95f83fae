import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { createRenderer } from '../content/markdown/render.ts';
import type { PageModule } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { htmlFile, payloadFile } from '../routes/paths.ts';
import { type BodyOptions, bodyOptions, readBody } from './body.ts';
import { checkRoute } from './check.ts';
import type { FromWorker, PageJob, PageResult, RenderCode, RenderScope, ToWorker, WrittenFile } from './job.ts';
import { renderPage, type ServerModule } from './page.ts';

/** A worker thread: takes its scope, then its code, then pages to render and write. */
type State = {
  scope: RenderScope | null;
  stage: string;
  bodies: BodyOptions | null;
  code: Promise<Loaded> | null;
};

type Loaded = { readonly code: RenderCode; readonly server: ServerModule; readonly folder: string };

function serve(): void {
  const port = parentPort;
  if (!port) throw new Error('render/worker is started as a worker thread only');
  const state: State = { scope: null, stage: '', bodies: null, code: null };
  const folders = new Set<string>();
  const reply = (message: FromWorker) => port.postMessage(message);
  port.on('message', async (message: ToWorker) => {
    switch (message.kind) {
      case 'scope':
        state.scope = message.scope;
        state.stage = message.stage;
        state.bodies = bodyOptions(message.scope, createRenderer());
        return;
      case 'code':
        state.code = load(message);
        return;
      case 'bodies':
        for (const job of message.jobs) readBody(job, state.bodies as BodyOptions);
        return reply({ kind: 'bodies', id: message.id });
      case 'pages': {
        const results: PageResult[] = [];
        for (const job of message.jobs) results.push(await renderJob(job, state, folders));
        return reply({ kind: 'pages', id: message.id, results });
      }
    }
  });
}

async function load({ code, folder, server }: Extract<ToWorker, { kind: 'code' }>): Promise<Loaded> {
  return { code, folder, server: (await import(pathToFileURL(join(folder, server)).href)) as ServerModule };
}

async function renderJob(job: PageJob, state: State, folders: Set<string>): Promise<PageResult> {
  const started = performance.now();
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
    module,
    server,
    body: body?.value ?? null,
  });
  if (!result.ok) return { kind: 'failed', path, problems: result.problems };
  const write = (file: string, text: string): WrittenFile => {
    const absolute = join(state.stage, file);
    const above = dirname(absolute);
    if (!folders.has(above)) {
      mkdirSync(above, { recursive: true });
      folders.add(above);
    }
    writeFileSync(absolute, text);
    return [file, Buffer.byteLength(text), hashOf(text), statSync(absolute).mtimeMs];
  };
  const { html, payload, reads } = result.value;
  return {
    kind: 'page',
    path,
    files: [write(htmlFile(job.route), html), write(payloadFile(path), payload)],
    reads,
    ms: performance.now() - started,
    warnings: result.warnings,
  };
}

serve();
