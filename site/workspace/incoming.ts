import type { Outcome } from '../engine/errors.ts';

/** A picture from the clipboard, if the browser lets the page read it. */
export async function pastedPicture(clipboard: Clipboard, keys: string): Promise<Outcome<File>> {
  try {
    for (const item of await clipboard.read()) {
      const type = item.types.find((candidate) => candidate.startsWith('image/'));
      if (type) return { ok: true, value: fileOf(await item.getType(type), `clipboard.${type.slice(6)}`) };
    }
    return { ok: false, error: { code: 'paste.empty' } };
  } catch (error) {
    return { ok: false, error: { code: 'paste.denied', keys, details: String(error) } };
  }
}

/** A picture from a URL. The other site (CORS) and this site's content security policy must allow it. */
export async function picturePerUrl(address: string, base: string): Promise<Outcome<File>> {
  if (!/^(https?:\/\/|\/)/.test(address.trim()) || !URL.canParse(address.trim(), base))
    return { ok: false, error: { code: 'url.invalid' } };
  const url = new URL(address.trim(), base);
  try {
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) return { ok: false, error: { code: 'url.notFound', status: response.status } };
    const blob = await response.blob();
    if (!blob.type.startsWith('image/')) return { ok: false, error: { code: 'url.invalid' } };
    const name = decoded(url.pathname.split('/').at(-1) ?? '') || 'picture';
    return { ok: true, value: fileOf(blob, name) };
  } catch (error) {
    return { ok: false, error: { code: 'url.blocked', details: String(error) } };
  }
}

/** A part of a path without its escapes; unchanged if they are malformed, as a browser opens such addresses too. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const fileOf = (blob: Blob, name: string): File => new File([blob], name, { type: blob.type });
