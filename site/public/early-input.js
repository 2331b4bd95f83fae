// Holds what a visitor hands over before the page can take it: files and folders that are dropped or pasted (a browser would
// leave the page to show a dropped file), keys that open the search, and what is typed before its field is there.
// `site/ui/early-input.ts` takes them, and ends the listening.
((page) => {
  page.earlyInput ??= {};
  /** Holds what `listeners` return, by kinds of events, until the page takes it. They may change what is `held`. */
  const hold = (name, listeners) => {
    // The page was first.
    if (page.earlyInput[name]) return;
    const held = [];
    const listening = new AbortController();
    for (const [kind, listener] of Object.entries(listeners)) {
      const listen = (event) => {
        const found = listener(event, held);
        if (found) held.push(found);
      };
      page.addEventListener(kind, listen, { signal: listening.signal });
    }
    page.earlyInput[name] = () => {
      listening.abort();
      return held.splice(0);
    };
  };
  // Where nothing takes files, they are left to the browser.
  const mayTake = ({ dataTransfer }) =>
    dataTransfer !== null && [...dataTransfer.types].includes('Files') && page.document.querySelector('input[type=file]');
  hold('files', {
    dragover: (event) => {
      if (mayTake(event)) event.preventDefault();
    },
    drop: (event) => {
      if (!mayTake(event)) return null;
      event.preventDefault();
      const { files, items } = event.dataTransfer;
      // Entries must be read before the event ends; only they say which of the files are folders.
      const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
      return { files: [...files], entries };
    },
    paste: ({ clipboardData }) => {
      const files = [...(clipboardData?.files ?? [])];
      return files.length > 0 && { files, entries: [] };
    },
  });
  const isShortcut = ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey) && key.toLowerCase() === 'k';
  const mayOpen = (event) => isShortcut(event) || event.key === '/';
  hold('keys', {
    keydown: (event) => {
      // Browsers have the same shortcut.
      if (isShortcut(event)) event.preventDefault();
      return mayOpen(event) && event;
    },
  });
  let isOpening = false;
  hold('typed', {
    keydown: (event, held) => {
      // Text that is typed elsewhere is not for the search.
      if (event.target.closest?.('input, textarea, select, [contenteditable], dialog[open]')) return null;
      if (mayOpen(event)) {
        isOpening = true;
        held.length = 0;
        return null;
      }
      return isOpening && !event.ctrlKey && !event.metaKey && event.key;
    },
  });
})(window);
