import { namedResults } from './name-pattern.ts';
import type { Workspace } from './use-workspace.ts';
import { zip } from './zip.ts';

/** Saves all results as one archive. */
export async function saveZip(workspace: Workspace, pattern: string): Promise<void> {
  const { tool, dispatch } = workspace;
  const files = namedResults(workspace, pattern);
  const url = URL.createObjectURL(await zip(files, new Date()));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${tool.suffix}.zip`;
  link.click();
  // By then the browser has opened the file.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  dispatch({ kind: 'saved', ids: files.map(({ id }) => id) });
}
