import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '../bundle/bundle.ts';
import type { CardRenderer } from '../cards/draw.ts';
import { publicPath } from '../content/media.ts';
import type { IndexedEntry } from '../content/read.ts';
import type { Diagnostic, PagePayload, RefusedPage } from '../contract.ts';
import type { PageText } from '../emit/llms.ts';
import { type OutputPlan, planOutputs } from '../emit/outputs.ts';
import { pluginFiles } from '../emit/plugins.ts';
import { buildFiles, newestDay } from '../emit/runtime-files.ts';
import { type EmitPlan, emittersOf, metaOf, siteHostFiles } from '../emit/site-files.ts';
import type { WrittenFile } from '../incremental/page-record.ts';
import { type BuildRecord, type RecordedSources, saveRecord } from '../incremental/record.ts';
import type { Structure } from '../incremental/structure.ts';
import { domainFile } from '../lib/cache-file.ts';
import { hashOf } from '../lib/hash.ts';
import type { MemoryLimit } from '../lib/memory-limit.ts';
import { markdownFile, payloadFile } from '../lib/paths.ts';
import { createPause, interruptible } from '../lib/pause.ts';
import { sitegenHash } from '../lib/version.ts';
import type { Plugin } from '../plugins/types.ts';
import { bodyOptions, readBody } from '../render/body.ts';
import { type BodyStore, storeCache } from '../render/body-store.ts';
import { withoutComponents } from '../render/components.ts';
import { policiesOf } from '../render/csp.ts';
import type { RenderScope } from '../render/job.ts';
import { bodyJob } from '../render/jobs.ts';
import type { RenderedSite } from '../render/run.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { OutputFile } from '../routes/types.ts';
import { searchIndex } from '../search/build-index.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import { compressFiles, type OutputEntry } from './compress.ts';
import { createCopier } from './copier.ts';
import { type Copy, publishedPictures, usedMedia } from './pictures.ts';
import type { Stage } from './stage.ts';

/** The parts of a plan that are written: as copies, or by emitters. */
export type WritePlan = OutputPlan & EmitPlan & Pick<SitePlan, 'facts'>;

export type WriteInput = {
  readonly plan: WritePlan;
  readonly scope: RenderScope;
  readonly bundle: Pick<Bundle, 'manifest' | 'folder'>;
  readonly pages: RenderedSite;
  /** The pictures for shared links that pages name, which may still be drawn. */
  readonly cards: Pick<CardRenderer, 'cards' | 'drawn'>;
  readonly plugins: readonly Plugin[];
  readonly stage: Stage;
  readonly out: string;
  readonly work: string;
  readonly last: BuildRecord | null;
  /** True if a file of the last output is unchanged. */
  readonly isIntact: (file: WrittenFile) => boolean;
  readonly structure: Structure;
  readonly cache: boolean;
  /** Rendered Markdown, or null where none is kept. */
  readonly store: BodyStore | null;
  /** Caches of other machines. */
  readonly shared: SharedCache;
  readonly limit: MemoryLimit;
  /** Worker threads. */
  readonly jobs: number;
  readonly timestamp: number | null;
  readonly signal?: AbortSignal;
};

export type WrittenSite = {
  readonly id: string;
  /** Paths of all written files, in an order that only the plan decides. */
  readonly paths: readonly string[];
  /** Files and bytes of the output without compressed copies. */
  readonly files: number;
  readonly bytes: number;
  /** True if the output has a file of this path below the output folder. */
  readonly hasFile: (path: string) => boolean;
  /** Bytes of a file of the output, by its path below the output folder. */
  readonly bytesOf: (path: string) => number | undefined;
  /** Returns a page's file or a copy as it was written or kept; undefined for other files. */
  readonly writtenFile: (path: string) => WrittenFile | undefined;
  /** Saves the record for the next build. Call it after the stage is committed. */
  readonly save: (sources: RecordedSources) => void;
};

/** Writes everything but the pages to the stage: bundle, public files, media, sitemaps, feeds, messages, manifest. */
export async function writeSite(input: WriteInput): Promise<Result<WrittenSite>> {
  const { plan, scope, bundle, pages, stage } = input;
  const warnings: Diagnostic[] = [];
  const table = planOutputs(plan);
  for (const { path, producer } of [...copiesOf(input), ...cardCopies(input)]) table.claim(path, producer);
  if (table.problems().length > 0) return fail(table.problems());
  const pictures = await publishedPictures(input, (one) => warnings.push(one));
  for (const { path, producer } of pictures.copies) table.claim(path, producer);
  if (table.problems().length > 0) return fail(table.problems());
  const search = await searchCopies(input);
  if (!search.ok) return search;
  warnings.push(...search.warnings);
  for (const { path, producer } of search.value) table.claim(path, producer);
  /** Files of pages as they were written or kept, and the others, by path. */
  const files = new Map<string, OutputEntry | WrittenFile>();
  for (const record of pages.records.values()) for (const file of record.files) files.set(file[0], file);

  const pause = createPause(input.signal);
  const copies = createCopier(input);
  // Encoded in other threads while this one writes and compresses.
  const encoded = pictures.encode();
  for (const { path, key, from } of [...copiesOf(input), ...search.value]) {
    await pause();
    files.set(path, [path, copies.take(path, key, from), key]);
  }
  const write = ({ path, content }: OutputFile) => {
    stage.write(path, content);
    files.set(path, [path, Buffer.byteLength(content), hashOf(content)]);
  };
  const html = plan.config.site.feeds.content === 'full' ? await bodyReader(scope, input.store) : () => null;
  const emit = { plan, bootScript: scope.bootScript, html, textOfPage: (path: string) => finishedText(stage, path) };
  const routesKey = hashOf(JSON.stringify([sitegenHash, plan.site, plan.facts().routes]));
  for (const emitter of emittersOf(plan)) {
    const key = emitter.isOfRoutes && pages.refused.size === 0 ? `routes ${routesKey}` : null;
    const reused = key === null ? [] : copies.reuseAll(key);
    for (const [path, bytes, hash] of reused) {
      table.claim(path, emitter);
      files.set(path, [path, bytes, hash]);
    }
    if (reused.length > 0) continue;
    for (const file of emitter.files(emit, (one) => warnings.push(one))) {
      await pause();
      table.claim(file.path, emitter);
      write(file);
      if (key !== null) copies.keep(key, files.get(file.path) as OutputEntry);
    }
  }
  const added = await pluginFiles(input.plugins, { plan, policies: () => policiesOf(emit) });
  if (!added.ok) return added;
  for (const file of added.value) {
    table.claim(file.path, { what: `a file of the plugin ${file.plugin}`, file: 'config/site.yaml', at: ['plugins'] });
  }
  // The parts of a very large sitemap are claimed while they are written. Where a folder is, no file can be written.
  if (table.problems().length > 0) return fail(table.problems());
  added.value.forEach(write);
  const refused = sortedByPath(pages.refused);
  const id = hashOf(
    [
      ...Array.from(files.values(), ([path, , hash]) => `${path} ${hash}`),
      ...[...cardCopies(input), ...pictures.copies].map(({ path, key }) => `${path} ${key}`),
      ...refused.map((one) => JSON.stringify(one)),
    ].join('\n'),
  );
  const hashOfPayload = (path: string) => files.get(payloadFile(path))?.[2] as string;
  const timestamp = input.timestamp ?? newestDay(plan.table);
  const build = { id, timestamp, hashOf: hashOfPayload, refused: Object.fromEntries(refused) };
  buildFiles(metaOf(plan, bundle.manifest, build)).forEach(write);
  const compressed = await compressFiles({
    ...input,
    files: files.values(),
    kinds: plan.config.site.output.precompress,
    cache: input.cache ? join(input.work, 'cache/compressed') : null,
    has: table.has,
    reuse: copies.reuse,
    take: copies.take,
  });
  const ready = await interruptible(encoded, input.signal);
  if (!ready.ok) return fail([...warnings, ...ready.problems]);
  const drawn = await interruptible(input.cards.drawn, input.signal);
  if (!drawn.ok) return drawn;
  for (const { path, key, from } of [...pictures.copies, ...cardCopies(input)])
    files.set(path, [path, copies.take(path, key, from), key]);
  let bytes = 0;
  for (const file of files.values()) bytes += file[1];
  return ok(
    {
      id,
      paths: [...files.keys(), ...compressed],
      files: files.size,
      bytes,
      hasFile: (path) => files.has(path),
      bytesOf: (path) => files.get(path)?.[1],
      writtenFile: (path) => {
        const file = files.get(path);
        return file?.length === 4 ? file : copies.copied.get(path)?.file;
      },
      save: (sources) => {
        const { structure: all } = input;
        const structure = pages.refused.size === 0 ? all : { ...all, key: null };
        const { records, pageTable } = pages;
        const record = { out: input.out, pages: records, pageTable, copied: copies.copied, sources, structure };
        if (input.cache)
          saveRecord(join(input.work, domainFile('record.bin', plan.config.locales.domain?.name)), record);
      },
    },
    warnings,
  );
}

/** Reads the text of a finished page. */
function finishedText({ locate }: Stage, path: string): PageText {
  const { head } = JSON.parse(readFileSync(locate(payloadFile(path)), 'utf8')) as PagePayload;
  return { head, markdown: readFileSync(locate(markdownFile(path)), 'utf8') };
}

/** Sorts refused pages, so that their order does not depend on the workers. */
const sortedByPath = (refused: RenderedSite['refused']): readonly (readonly [path: string, page: RefusedPage])[] =>
  [...refused].sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns a reader of bodies for feeds; loads the Markdown renderer. */
async function bodyReader(
  scope: RenderScope,
  store: BodyStore | null,
): Promise<(entry: IndexedEntry) => string | null> {
  const { rendererOf } = await import('../render/renderer.ts');
  const options = bodyOptions(scope, await rendererOf(scope), store && storeCache(store));
  return (entry) => {
    const body = readBody(bodyJob(entry), options);
    return body.ok ? withoutComponents(body.value.html) : null;
  };
}

/** Yields every file that is copied into the output, except pictures for shared links: public files, media, bundle. */
function* copiesOf({ plan, pages, bundle }: WriteInput): Generator<Copy> {
  const { root, files } = plan.tree;
  const keyOf = (source: string) => files.get(source)?.hash ?? '';
  const joined = new Set(siteHostFiles(plan).values());
  for (const { path: file, kind } of files.values()) {
    if (kind !== 'public' || joined.has(file)) continue;
    const path = publicPath(file).slice(1);
    yield { path, key: keyOf(file), from: join(root, file), producer: { what: 'a public file', file } };
  }
  const used = usedMedia(plan, pages.records.values());
  for (const { source: file, ref, isCleaned } of plan.media.values()) {
    if (!file.startsWith('content/') || !used.has(ref.src) || ref.variants || isCleaned) continue;
    // Equal files of one name in several folders are one output file.
    const producer = { what: `media with the hash ${keyOf(file)}` };
    yield { path: ref.src.slice(1), key: keyOf(file), from: join(root, file), producer };
  }
  for (const [path] of bundle.manifest.files) {
    yield { path, key: path, from: join(bundle.folder, 'client', path), producer: { what: 'the bundle' } };
  }
}

/** Returns the pictures for shared links. They are copied last, since they are drawn while other files are written. */
const cardCopies = ({ cards }: WriteInput): readonly Copy[] =>
  cards.cards.map(({ path, key, file }) => ({
    path,
    key,
    from: file,
    producer: { what: 'the pictures for shared links' },
  }));

/** Returns the files of the search index, whose pages are already written. */
async function searchCopies({ pages, stage, ...input }: WriteInput): Promise<Result<readonly Copy[]>> {
  const index = await searchIndex({ ...input, records: pages.records, locate: stage.locate });
  if (!index.ok) return index;
  const producer = { what: 'the search index', file: 'config/site.yaml', at: ['search'] };
  return ok(
    index.value.map((file) => ({ ...file, producer })),
    index.warnings,
  );
}
