import { isbot } from 'isbot';

/** True for search engines, preview makers and other programs that say who they are. */
export function isCrawler(): boolean {
  return isbot(navigator.userAgent);
}
