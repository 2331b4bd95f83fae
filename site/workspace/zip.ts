import { makeZip } from 'client-zip';

export type ZipEntry = { readonly name: string; readonly file: Blob };

/**
 * Streams a ZIP archive of stored files: compression does not reduce pictures. Files are read one after the other,
 * while the stream is read. Beyond 4 GB, or 65535 files, it is a ZIP64 archive. `modified` is written as local time.
 */
export const zipStream = (entries: Iterable<ZipEntry>, modified: Date): ReadableStream<Uint8Array> => {
  const files = function* () {
    for (const { name, file } of entries) yield { name, lastModified: modified, input: file };
  };
  return makeZip(files(), { buffersAreUTF8: true });
};

/** The archive as one file, which the browser may hold on disk. */
export const zip = (entries: Iterable<ZipEntry>, modified: Date): Promise<Blob> =>
  new Response(zipStream(entries, modified), { headers: { 'content-type': 'application/zip' } }).blob();
