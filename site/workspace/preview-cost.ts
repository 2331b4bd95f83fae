import { referenceMsOf } from './attempts.ts';
import { firstAttempt, type PictureRequest, type ToolContext } from './picture-request.ts';

/** Longer side of previews in pixels: about what a screen shows of a picture. */
export const PREVIEW_SIDE_PX = 1280;

/** A preview before the result is worth its time if it takes at most this fraction of it. */
const MAX_PREVIEW_FRACTION = 0.35;

/** Whether the visitor sees a preview long before the result: a large picture, whose work takes longer than its networks. */
export function isPreviewQuick({ tool, session }: ToolContext, request: PictureRequest): boolean {
  const { info } = request.item;
  if (!info || (PREVIEW_SIDE_PX / Math.max(info.width, info.height)) ** 2 > MAX_PREVIEW_FRACTION) return false;
  const full = firstAttempt(tool, session, request);
  const quick = firstAttempt(tool, session, { ...request, kept: {}, preview: PREVIEW_SIDE_PX });
  if (!full.ok || !quick.ok) return false;
  return referenceMsOf(quick.value, session) <= MAX_PREVIEW_FRACTION * referenceMsOf(full.value, session);
}
