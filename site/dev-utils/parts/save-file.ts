/** How long a browser may take to begin reading what it saves. */
const KEEP_MS = 60_000;

/** Saves a file as the browser does downloads. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
};
