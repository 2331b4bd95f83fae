import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadyBundle } from '../bundle/ensure.ts';
import type { DrawnCard } from '../cards/press.ts';
import type { IndexedEntry } from '../content/collect.ts';
import { publicPath } from '../content/media.ts';
import type { Diagnostic, RefusedPage } from '../contract.ts';
import { buildFiles } from '../emit/build-meta.ts';
import { metaOf, siteFiles } from '../emit/site-files.ts';
import { intactIn } from '../incremental/plan.ts';
import { type BuildRecord, type CopiedRecord, saveRecord } from '../incremental/record.ts';
import { hashOf } from '../lib/hash.ts';
import type { SitePlan } from '../plan.ts';
import { bodyOptions, readBody } from '../render/body.ts';
import type { RenderScope, WrittenFile } from '../render/job.ts';
import { bodyJob } from '../render/jobs.ts';
import type { RenderedSite } from '../render/run.ts';
import { payloadFile } from '../routes/paths.ts';
import { compressFiles } from './compress.ts';
import type { Stage } from './stage.ts';

export type WriteInput = {
  readonly plan: SitePlan;
  readonly scope: RenderScope;
  readonly bundle: ReadyBundle;
  readonly pages: RenderedSite;
  readonly cards: readonly DrawnCard[];
  readonly stage: Stage;
  readonly out: string;
  readonly work: string;
  readonly last: BuildRecord | null;
  readonly cache: boolean;
  readonly timestamp: number | null;
};

export type WrittenSite = {
  readonly id: string;
  /** Files and bytes of the output, compressed copies left out. */
  readonly files: number;
  readonly bytes: number;
  readonly warnings: readonly Diagnostic[];
  /** True for a file that the output holds, by its path below the output folder. */
  readonly hasFile: (path: string) => boolean;
  /** Remembers what was written, for the next build. Comes after the stage is in its place. */
  readonly save: () => void;
};

type Done = readonly [path: string, bytes: number, hash: string];

/** Adds everything but the pages to the stage: bundle, public files, media, sitemaps, feeds, messages, manifest. */
export async function writeSite(input: WriteInput): Promise<WrittenSite> {
  const { plan, scope, bundle, pages, stage } = input;
  const warnings: Diagnostic[] = [];
  const files: Done[] = [];
  for (const record of pages.records.values())
    for (const [path, bytes, hash] of record.files) files.push([path, bytes, hash]);
  const copied = copyFiles(input);
  for (const { file, from } of copied.values()) files.push([file[0], file[1], from]);
  const write = (path: string, content: string) => {
    stage.write(path, content);
    files.push([path, Buffer.byteLength(content), hashOf(content)]);
  };
  const html = plan.config.site.feeds.content === 'full' ? await bodyReader(scope) : () => null;
  for (const [path, bytes] of bundle.manifest.files) {
    stage.take(path, join(bundle.folder, 'client', path), 'link');
    files.push([path, bytes, path]);
  }
  for (const { path, file, key } of input.cards) {
    stage.take(path, file, 'link');
    files.push([path, statSync(file).size, key]);
  }
  for (const { path, content } of siteFiles({ plan, bootScript: scope.bootScript, html }, (one) =>
    warnings.push(one),
  )) {
    write(path, content);
  }
  const refused = sortedByPath(pages.refused);
  const id = hashOf(
    [...files.map(([path, , hash]) => `${path} ${hash}`).sort(), ...refused.map((one) => JSON.stringify(one))].join(
      '\n',
    ),
  );
  const hashes = new Map(files.map(([path, , hash]) => [path, hash]));
  const hashOfPayload = (path: string) => hashes.get(payloadFile(path)) as string;
  const timestamp = input.timestamp ?? newestDay(plan);
  for (const file of buildFiles(
    metaOf(plan, bundle.manifest, { id, timestamp, hashOf: hashOfPayload, refused: Object.fromEntries(refused) }),
  )) {
    write(file.path, file.content);
  }
  const kinds = plan.config.site.output.precompress;
  const cache = input.cache ? join(input.work, 'cache/compressed') : null;
  await compressFiles({ stage, files, kinds, cache });
  return {
    id,
    files: files.length,
    bytes: files.reduce((sum, [, bytes]) => sum + bytes, 0),
    warnings,
    hasFile: (path) => hashes.has(path),
    save: () => {
      if (input.cache) saveRecord(join(input.work, 'record.ndjson'), { out: input.out, pages: pages.records, copied });
    },
  };
}

/** Refused pages in an order that does not depend on which worker answered first. */
const sortedByPath = (refused: RenderedSite['refused']): readonly (readonly [path: string, page: RefusedPage])[] =>
  [...refused].sort(([a], [b]) => (a < b ? -1 : 1));

/** Bodies for feeds; the Markdown renderer is loaded only where feeds hold them. */
async function bodyReader(scope: RenderScope): Promise<(entry: IndexedEntry) => string | null> {
  const { createRenderer } = await import('../content/markdown/render.ts');
  const options = bodyOptions(scope, createRenderer());
  return (entry) => {
    const body = readBody(bodyJob(entry), options);
    return body.ok ? body.value.html : null;
  };
}

/** Public files and media: taken from the last output where their source is as it was, else copied. */
function copyFiles({ plan, stage, out, last }: WriteInput): ReadonlyMap<string, CopiedRecord> {
  const intact = intactIn(out);
  const copied = new Map<string, CopiedRecord>();
  const copy = (path: string, source: string) => {
    const from = plan.tree.files.get(source)?.hash ?? '';
    const known = last?.copied.get(path);
    if (known?.from === from && intact(known.file)) {
      stage.take(path, join(out, path), 'link');
      copied.set(path, known);
      return;
    }
    stage.take(path, join(plan.tree.root, source), 'copy');
    const stat = statSync(join(stage.folder, path));
    const file: WrittenFile = [path, stat.size, from, stat.mtimeMs];
    copied.set(path, { from, file });
  };
  for (const { path, kind } of plan.tree.files.values()) if (kind === 'public') copy(publicPath(path).slice(1), path);
  for (const { source, ref } of plan.media.values()) if (source.startsWith('content/')) copy(ref.src.slice(1), source);
  return copied;
}

/** Midnight of the day on which any page last changed, so that the same sources give the same stamp. */
function newestDay(plan: SitePlan): number {
  let newest = '1970-01-01';
  for (const { lastmod } of plan.table.routes) if (lastmod !== null && lastmod > newest) newest = lastmod;
  return Date.parse(newest.slice(0, 10));
}
