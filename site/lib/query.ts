/** A parameter of a URL's query. */
export type QueryPart = { readonly name: string; readonly value: string };

/**
 * Adds a parameter to a URL with `?` or `&`, before its hash. Returns the URL unchanged if it is a data image or if
 * anything is empty.
 */
export function appendQuery(url: string, { name, value }: QueryPart): string {
  if (!url || !name || !value || /^data:image\//i.test(url)) return url;
  const [, before = '', hash = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${joint}${encodeURIComponent(name)}=${encodeURIComponent(value)}${hash}`;
}
