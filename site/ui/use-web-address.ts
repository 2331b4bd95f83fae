import { useEffect, useEffectEvent } from 'react';

const WEB_ADDRESS = /^https?:\/\/\S+$/;

/** The address of the picture that was dragged, or else of the link around it; null if it is none. */
function addressIn(data: DataTransfer): string | null {
  const [link = ''] = data
    .getData('text/uri-list')
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));
  const picture = new DOMParser().parseFromString(data.getData('text/html'), 'text/html').querySelector('img');
  return [picture?.src ?? '', link, data.getData('text/plain').trim()].find((text) => WEB_ADDRESS.test(text)) ?? null;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/**
 * Passes on the web address of a picture or link that is dropped on the page from another one, for which the browser would
 * leave this page, and an address that is pasted outside of a field. Files have listeners of their own.
 */
export function useWebAddress(onAddress: (address: string) => void): void {
  const take = useEffectEvent((data: DataTransfer | null) => {
    const address = data && data.files.length === 0 ? addressIn(data) : null;
    if (address !== null) onAddress(address);
    return address !== null;
  });
  useEffect(() => {
    const listening = new AbortController();
    const listen = <Kind extends keyof WindowEventMap>(kind: Kind, listener: (event: WindowEventMap[Kind]) => void) =>
      window.addEventListener(kind, listener, { signal: listening.signal });
    let isOwn = false;
    listen('dragstart', () => {
      isOwn = true;
    });
    listen('dragend', () => {
      isOwn = false;
    });
    listen('dragover', (event) => {
      if (!isOwn && event.dataTransfer?.types.includes('text/uri-list')) event.preventDefault();
    });
    listen('drop', (event) => {
      if (!isOwn && !isField(event.target) && take(event.dataTransfer)) event.preventDefault();
    });
    listen('paste', (event) => {
      if (!isField(event.target)) take(event.clipboardData);
    });
    return () => listening.abort();
  }, []);
}
