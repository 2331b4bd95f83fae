// Holds what a visitor hands over before the page can take it: files and folders that are dropped or pasted (a browser would
// leave the page to show a dropped file), and the key that opens the search, with what is typed after it.
// `site/ui/early-input.ts` takes them, and ends the listening.
((page) => {
  page.earlyInput ??= {};
  /** Holds what `listeners` return, by kinds of events, until the page takes it. */
  const hold = (name, listeners) => {
    // The page was first.
    if (page.earlyInput[name]) return;
    const held = [];
    const listening = new AbortController();
    for (const [kind, listener] of Object.entries(listeners)) {
      const listen = (event) => {
        const found = listener(event);
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
  let mayOpen = false;
  hold('keys', {
    keydown: (event) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      // Browsers have the same shortcut.
      if (isShortcut) event.preventDefault();
      mayOpen ||= isShortcut || event.key === '/';
      return mayOpen && event;
    },
  });
})(window);
