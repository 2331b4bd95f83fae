/** Adds a live region, unseen, and returns what puts a text into it for screen readers. */
export function createAnnouncer(document: Document): (text: string) => void {
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.style.cssText =
    'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
  document.body.append(region);
  return (text) => {
    region.textContent = text;
  };
}
