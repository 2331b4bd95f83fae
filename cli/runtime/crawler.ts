import { isbot } from 'isbot';

/** True for search engines, preview makers and other programs that say who they are. */
export function isCrawler(): boolean {
  return isbot(navigator.userAgent);
}

/** Puts the page back as the server sent it. */
export async function restoreServedPage(): Promise<void> {
  const response = await fetch(location.href);
  const served = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('root');
  if (served) document.getElementById('root')?.replaceChildren(...served.childNodes);
}
