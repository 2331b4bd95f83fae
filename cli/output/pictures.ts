import { join } from 'node:path';
import { routePictures } from '../content/media.ts';
import type { Diagnostic } from '../contract.ts';
import type { NonPageProducer } from '../emit/outputs.ts';
import type { PageRecord, WrittenFile } from '../incremental/page-record.ts';
import type { BuildRecord } from '../incremental/record.ts';
import type { MemoryLimit } from '../lib/memory-limit.ts';
import { fileUrl } from '../lib/url.ts';
import { cachedPicture, type EncodeSource, encodePictures, neededFiles, writeCleaned } from '../pictures/encode.ts';
import { cleanedWarning, unreadableWarning } from '../pictures/problems.ts';
import { encoderMissing, videoEncoder } from '../pictures/video-encoder.ts';
import { ok, type Result } from '../report/result.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { SharedCache } from '../storage/shared-cache.ts';

export type Copy = {
  readonly path: string;
  /** Fingerprint of the content. */
  readonly key: string;
  /** Absolute path of the file to copy. */
  readonly from: string;
  readonly producer: NonPageProducer;
};

/** How a published text uses a file beside it: it shows the file, or only links to it. */
type MediaUse = 'shown' | 'linked';

/** Returns the use of each file beside an entry that a published entry shows or links to, by URL. Others stay private. */
export function usedMedia(
  plan: Pick<SitePlan, 'facts' | 'media' | 'site' | 'config'>,
  records: Iterable<PageRecord>,
): ReadonlyMap<string, MediaUse> {
  const used = new Map<string, MediaUse>();
  for (const key of [...plan.facts().frontImages, ...routePictures(plan.config)]) {
    const file = plan.media.get(key);
    if (file) used.set(file.ref.src, 'shown');
  }
  // Most pages have the same list: that of the shell.
  for (const media of new Set(Array.from(records, (record) => record.media))) {
    for (const [kind, , resolved] of media) {
      // Media URLs contain no spaces; the size of an image follows the first one.
      const src = (resolved.split(/[ ?#]/)[0] as string).slice(plan.site.base.length);
      if (kind === 'image' || !used.has(src)) used.set(src, kind === 'image' ? 'shown' : 'linked');
    }
  }
  return used;
}

type PicturesInput = {
  readonly plan: Pick<SitePlan, 'facts' | 'media' | 'site' | 'config' | 'tree'>;
  readonly pages: { readonly records: ReadonlyMap<string, PageRecord> };
  readonly work: string;
  readonly last: BuildRecord | null;
  /** True if a file of the last output is unchanged. */
  readonly isIntact: (file: WrittenFile) => boolean;
  readonly cache: boolean;
  readonly shared: SharedCache;
  readonly limit: MemoryLimit;
  readonly jobs: number;
  readonly signal?: AbortSignal;
};

/** The files of pictures beside texts that are not copied from their sources, and a function that encodes them. */
type PublishedPictures = { readonly copies: readonly Copy[]; readonly encode: () => Promise<Result<null>> };

/** Returns the files of the pictures that published texts use, and a function that encodes the missing ones. */
export async function publishedPictures(
  { plan, pages, work, cache, shared, limit, jobs, signal, ...input }: PicturesInput,
  warn: (problem: Diagnostic) => void,
): Promise<PublishedPictures> {
  const folder = join(work, 'cache/pictures');
  const settings = plan.config.site.pictures;
  const used = usedMedia(plan, pages.records.values());
  const copies: Copy[] = [];
  const sources: EncodeSource[] = [];
  let isEncoderMissing = false;
  for (const [path, file] of plan.media) {
    const { source } = file;
    const isPublic = !source.startsWith('content/');
    // The URL of a public file is known before its size, for which the file is read.
    const use = used.get(isPublic ? fileUrl(path) : file.ref.src);
    if (use === undefined) continue;
    const unreadable = unreadableWarning(file, () => plan.tree.text(source), use === 'shown');
    if (unreadable) warn(unreadable);
    if (isPublic) continue;
    const { ref, isCleaned, animation } = file;
    if (isCleaned) {
      const from = cachedPicture(folder, ref);
      const removed = await writeCleaned(plan.tree.text(source), from);
      if (removed.length > 0) warn(cleanedWarning(source, removed));
      copies.push({ path: ref.src.slice(1), key: ref.src, from, producer: pictureProducer });
    }
    if (settings?.animations === 'video' && animation && !isEncoderMissing && !videoEncoder()) {
      isEncoderMissing = true;
      warn(encoderMissing(source));
    }
    if (!settings || !(ref.variants || ref.video)) continue;
    const files = neededFiles(ref, use === 'shown');
    for (const { src } of files)
      copies.push({ path: src.slice(1), key: src, from: cachedPicture(folder, { src }), producer: pictureProducer });
    const missing = files.filter(({ src }) => {
      const last = cache ? input.last?.copied.get(src.slice(1)) : undefined;
      return last?.from !== src || !input.isIntact(last.file);
    });
    sources.push({ file: join(plan.tree.root, source), path: source, ref, animation, files: missing });
  }
  return {
    copies,
    encode: async () =>
      settings
        ? encodePictures(sources, { settings, folder, cache, shared, limit, threads: jobs, ...(signal && { signal }) })
        : ok(null),
  };
}

const pictureProducer: NonPageProducer = { what: 'the pictures beside texts' };
