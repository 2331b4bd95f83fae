/** Time for the browser to begin reading the object URL. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a file as a browser download. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
};
