import { join } from 'node:path';
import type { CardRenderer } from '../cards/draw.ts';
import { frontImageKeys } from '../content/media.ts';
import type { Diagnostic } from '../contract.ts';
import { planOutputs } from '../emit/outputs.ts';
import { interruptible } from '../lib/pause.ts';
import { compressFiles, type OutputEntry } from '../output/compress.ts';
import { createCopier } from '../output/copier.ts';
import { publishedPictures } from '../output/pictures.ts';
import type { WriteInput, WrittenSite } from '../output/write-site.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { partFiles, partKey, writePart } from './part.ts';
import { entriesOf, type Shard } from './shard.ts';

type ShardInput = Pick<
  WriteInput,
  'plan' | 'pages' | 'stage' | 'work' | 'structure' | 'cache' | 'shared' | 'limit' | 'jobs' | 'signal'
> & {
  readonly shard: Shard;
  /** Warnings of rendering the pages. */
  readonly pageWarnings: readonly Diagnostic[];
  /** The pictures for shared links of the pages of the shard. */
  readonly cards: Pick<CardRenderer, 'cards' | 'drawn'>;
};

/** Completes the part of a shard: adds pictures and compressed copies to its pages, and writes its record. */
export async function writeShard(
  input: ShardInput,
): Promise<Result<Pick<WrittenSite, 'id' | 'paths' | 'files' | 'bytes'>>> {
  const { plan, pages, stage, work, structure, cache, cards, shard, signal } = input;
  const warnings: Diagnostic[] = [];
  const copies = createCopier({ stage, last: null, isIntact: () => false });
  const frontImages = frontImageKeys(entriesOf(plan.content, pages.table));
  const shardPlan = { ...plan, facts: () => ({ ...plan.facts(), frontImages }) };
  const picturesInput = { ...input, plan: shardPlan, last: null, isIntact: () => false };
  const pictures = await publishedPictures(picturesInput, (one) => warnings.push(one));
  const encoded = pictures.encode();
  const files = [...pages.records.values()].flatMap((record) =>
    record.files.map(([path, bytes, hash]): OutputEntry => [path, bytes, hash]),
  );
  const compressed = await compressFiles({
    stage,
    files,
    kinds: plan.config.site.output.precompress,
    cache: cache ? join(work, 'cache/compressed') : null,
    has: planOutputs(plan).has,
    reuse: copies.reuse,
    take: copies.take,
    limit: input.limit,
    ...(signal && { signal }),
  });
  const encodedPictures = await interruptible(encoded, signal);
  if (!encodedPictures.ok) return fail([...warnings, ...encodedPictures.problems]);
  const drawn = await interruptible(cards.drawn, signal);
  if (!drawn.ok) return drawn;
  const copiedFiles = [...pictures.copies, ...cards.cards.map(({ path, key, file }) => ({ path, key, from: file }))];
  for (const { path, key, from } of copiedFiles) copies.take(path, key, from);
  const paths = [
    ...new Set([...files.map(([path]) => path), ...compressed, ...copiedFiles.map(({ path }) => path)]),
  ].sort();
  writePart(stage.folder, {
    shard,
    structure,
    pages: pages.records,
    pageTable: pages.pageTable,
    refused: pages.refused,
    copied: copies.copied,
    warnings: input.pageWarnings,
    paths,
  });
  const bytes = files.reduce((sum, [, size]) => sum + size, 0);
  return ok({ id: partKey(structure), paths: [...paths, ...partFiles], files: files.length, bytes }, warnings);
}
