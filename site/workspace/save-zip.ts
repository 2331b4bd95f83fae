import { distinctNames, resultName } from './names.ts';
import type { Workspace } from './use-workspace.ts';
import { zip } from './zip.ts';

/** Saves all results as one archive. */
export async function saveZip({ state, tool, dispatch }: Workspace): Promise<void> {
  const finished = state.items.flatMap(({ id, file, result }) => (result ? [{ id, file, result }] : []));
  const names = distinctNames(finished.map(({ file, result }) => resultName(file.name, tool.suffix, result.blob)));
  const entries = finished.map(({ result }, index) => ({ name: names[index] ?? `${index}`, file: result.blob }));
  const url = URL.createObjectURL(await zip(entries, new Date()));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${tool.suffix}.zip`;
  link.click();
  // By then the browser has opened the file.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  dispatch({ kind: 'saved', ids: finished.map(({ id }) => id) });
}
