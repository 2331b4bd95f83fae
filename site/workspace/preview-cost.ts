import { estimatedMs } from './estimate.ts';
import { firstAttempt, type PictureRequest, type ToolContext } from './picture-request.ts';

/** Longer side of previews in pixels: about what a screen shows of a picture. */
export const PREVIEW_SIDE_PX = 1280;

/** That of previews which would take too long at the size of the screen. */
const COARSE_SIDE_PX = 640;

/** A result that is expected within this time needs no preview before it. */
const PATIENCE_MS = 3000;

/** With starting the tool and reading the picture, a preview that takes this long is there after about 3 s. */
const MAX_PREVIEW_MS = 2400;

/** A preview before the result is worth its time if it takes at most this fraction of it. */
const MAX_PREVIEW_FRACTION = 0.5;

/** The request for a preview that the visitor sees long before the result; null where there is none. */
export function quickPreview({ tool, session }: ToolContext, request: PictureRequest): PictureRequest | null {
  const full = firstAttempt(tool, session, request);
  // A result whose mask is still to be searched takes at least as long as the search.
  const fullMs = full.ok ? estimatedMs(full.value, session, request) : Number.POSITIVE_INFINITY;
  if (fullMs <= PATIENCE_MS) return null;
  const { output: _, ...rest } = request;
  let coarser: PictureRequest | null = null;
  for (const preview of [PREVIEW_SIDE_PX, COARSE_SIDE_PX]) {
    const quick: PictureRequest = { ...rest, kept: {}, preview };
    const planned = firstAttempt(tool, session, quick);
    if (!planned.ok) continue;
    const quickMs = estimatedMs(planned.value, session, quick);
    if (quickMs > MAX_PREVIEW_FRACTION * fullMs) continue;
    if (quickMs <= MAX_PREVIEW_MS) return quick;
    coarser = quick;
  }
  return coarser;
}
