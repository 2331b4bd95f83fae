// Holds the files and folders that are dropped on the page, and pasted files, before the page can take them: without
// this, a browser leaves the page to show a dropped file. `site/ui/early-files.ts` takes them, and ends the listening.
((page) => {
  // The page was first.
  if (page.earlyFiles) return;
  const drops = [];
  const listening = new AbortController();
  const listen = (kind, listener) => page.addEventListener(kind, listener, { signal: listening.signal });
  const holdsFiles = ({ dataTransfer }) => dataTransfer !== null && [...dataTransfer.types].includes('Files');
  listen('dragover', (event) => holdsFiles(event) && event.preventDefault());
  listen('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    const { files, items } = event.dataTransfer;
    // Entries must be read before the event ends; only they say which of the files are folders.
    const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
    drops.push({ files: [...files], entries });
  });
  listen('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) drops.push({ files, entries: [] });
  });
  page.earlyFiles = {
    take: () => {
      listening.abort();
      return drops.splice(0);
    },
  };
})(window);
