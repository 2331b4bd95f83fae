import { basename } from 'node:path';
import * as z from 'zod';
import { hashOf } from '../lib/hash.ts';
import { type CmsFiles, FilesError } from './files.ts';

const text = z.object({ path: z.string(), raw: z.string(), newPath: z.string().optional() });
const asset = z.object({ path: z.string(), content: z.string(), encoding: z.literal('base64') });

/** Requests of the proxy back end of Decap CMS that files can answer. */
const requestSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('entriesByFolder'), params: z.object({ folder: z.string() }) }),
  z.object({
    action: z.literal('entriesByFiles'),
    params: z.object({ files: z.array(z.object({ path: z.string() })) }),
  }),
  z.object({ action: z.literal('getEntry'), params: z.object({ path: z.string() }) }),
  z.object({
    action: z.literal('persistEntry'),
    params: z.object({ dataFiles: z.array(text), assets: z.array(asset) }),
  }),
  z.object({ action: z.literal('getMedia'), params: z.object({ mediaFolder: z.string() }) }),
  z.object({ action: z.literal('getMediaFile'), params: z.object({ path: z.string() }) }),
  z.object({ action: z.literal('persistMedia'), params: z.object({ asset }) }),
  z.object({ action: z.literal('deleteFiles'), params: z.object({ paths: z.array(z.string()) }) }),
  z.object({ action: z.literal('getNotes') }),
  z.object({ action: z.literal('getPRMetadata') }),
  z.object({ action: z.literal('getDeployPreview') }),
  z.object({ action: z.literal('unpublishedEntries') }),
]);

/** Answers a request of the proxy back end of Decap CMS from the files of a site. */
export function answerProxy(body: unknown, files: CmsFiles): Response {
  const request = requestSchema.safeParse(body);
  if (!request.success) return Response.json({ error: 'This server has no such action.' }, { status: 422 });
  try {
    return Response.json(resultOf(request.data, files));
  } catch (error) {
    const { message } = error as Error;
    return Response.json({ error: message }, { status: error instanceof FilesError ? error.status : 500 });
  }
}

function resultOf(request: z.output<typeof requestSchema>, files: CmsFiles): unknown {
  switch (request.action) {
    case 'entriesByFolder':
      return files.entries(request.params.folder).map((path) => entryAt(path, files));
    case 'entriesByFiles':
      return request.params.files.map(({ path }) => entryAt(path, files));
    case 'getEntry':
      return entryAt(request.params.path, files);
    case 'persistEntry': {
      const { dataFiles, assets } = request.params;
      if (dataFiles.some(({ path, newPath }) => newPath !== undefined && newPath !== path))
        throw new FilesError(422, 'This server does not move entries: rename their folder.');
      // Pictures first: a text must not name a file that could not be written.
      for (const { path, content } of assets) files.writeMedia(path, Buffer.from(content, 'base64'));
      for (const { path, raw } of dataFiles) files.writeText(path, raw);
      return { message: 'entry persisted' };
    }
    case 'getMedia':
      return files.media(request.params.mediaFolder).map((path) => mediaAt(path, files));
    case 'getMediaFile':
      return mediaAt(request.params.path, files);
    case 'persistMedia': {
      const { path, content } = request.params.asset;
      files.writeMedia(path, Buffer.from(content, 'base64'));
      return mediaAt(path, files);
    }
    case 'deleteFiles':
      for (const path of request.params.paths) files.remove(path);
      return { message: 'files deleted' };
    case 'getNotes':
      return { notes: [] };
    case 'getPRMetadata':
      return { metadata: null };
    case 'getDeployPreview':
      return null;
    case 'unpublishedEntries':
      return [];
  }
}

function entryAt(path: string, files: CmsFiles) {
  const data = files.read(path).toString('utf8');
  return { data, file: { path, id: hashOf(data) } };
}

function mediaAt(path: string, files: CmsFiles) {
  const bytes = files.read(path);
  return { id: hashOf(bytes), content: bytes.toString('base64'), encoding: 'base64', path, name: basename(path) };
}
