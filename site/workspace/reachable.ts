const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Whether a document can be loaded now: from the network, or as the service worker kept it. */
export const canLoad = (url: string): Promise<boolean> =>
  // The page's policy lets it request no other domain.
  new URL(url, window.location.href).origin === window.location.origin ? answers(url) : Promise.resolve(true);

/** Whether a link can be followed now: its page can be loaded, or its data for showing it in place was kept. */
export async function canFollow(url: string): Promise<boolean> {
  const { origin, pathname } = new URL(url, window.location.href);
  return (await canLoad(url)) || answers(`${origin}${pathname.replace(/\/$/, '')}/_payload.json?`);
}
