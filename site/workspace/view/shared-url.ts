import { plainSrgbFile } from '../../engine/codecs/png-colour.ts';
import { shownFile } from '../../engine/workers/shown-file.ts';

type SharedUrl = { users: number; readonly url: Promise<string> };

const shared = new WeakMap<Blob, SharedUrl>();

/**
 * The URL of a blob as the browser can show it, in the colours that tools read, and a function to be called by each user
 * once it shows it no longer.
 */
export type UrlUse = { readonly url: Promise<string>; readonly release: () => void };

/**
 * Returns the object URL of a blob. Its users share one until the last of them releases it: a browser decodes the picture of
 * each URL, and a photograph of 12 megapixels takes 48 MB.
 */
export function shareUrl(blob: Blob): UrlUse {
  const { url } = addUser(blob);
  let isReleased = false;
  return {
    url,
    release: () => {
      if (isReleased) return;
      isReleased = true;
      removeUser(blob);
    },
  };
}

function addUser(blob: Blob): SharedUrl {
  const use = shared.get(blob) ?? { users: 0, url: createUrl(blob) };
  use.users += 1;
  shared.set(blob, use);
  return use;
}

function removeUser(blob: Blob): void {
  const use = shared.get(blob);
  if (!use) return;
  use.users -= 1;
  if (use.users > 0) return;
  shared.delete(blob);
  void use.url.then(URL.revokeObjectURL);
}

async function createUrl(blob: Blob): Promise<string> {
  const shown = blob.type === 'image/png' ? await plainSrgbFile(blob).catch(() => blob) : await shownFile(blob);
  return URL.createObjectURL(shown);
}
