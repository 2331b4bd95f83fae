// Holds the files that are dropped on the page or pasted before the page can take them: without this, a browser leaves
// the page to show a dropped file. `site/ui/early-files.ts` takes them, and ends the listening.
((page) => {
  // The page was first.
  if (page.earlyFiles) return;
  const files = [];
  const listening = new AbortController();
  const listen = (kind, listener) => page.addEventListener(kind, listener, { signal: listening.signal });
  const holdsFiles = ({ dataTransfer }) => dataTransfer !== null && [...dataTransfer.types].includes('Files');
  listen('dragover', (event) => holdsFiles(event) && event.preventDefault());
  listen('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    files.push(...event.dataTransfer.files);
  });
  listen('paste', (event) => files.push(...(event.clipboardData?.files ?? [])));
  page.earlyFiles = {
    take: () => {
      listening.abort();
      return files.splice(0);
    },
  };
})(window);
