import { distinctNames, resultName } from './names.ts';
import type { Workspace } from './use-workspace.ts';
import { zip } from './zip.ts';

/** Saves all results as one archive. */
export async function saveZip({ state, tool, dispatch }: Workspace): Promise<void> {
  const done = state.items.flatMap(({ id, file, result }) => (result ? [{ id, file, result }] : []));
  const names = distinctNames(done.map(({ file, result }) => resultName(file.name, tool.suffix, result.blob)));
  const entries = await Promise.all(
    done.map(async ({ result }, index) => ({
      name: names[index] ?? `${index}`,
      content: new Uint8Array(await result.blob.arrayBuffer()),
    })),
  );
  const url = URL.createObjectURL(zip(entries, new Date()));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${tool.suffix}.zip`;
  link.click();
  // The browser has taken hold of it by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  dispatch({ kind: 'saved', ids: done.map(({ id }) => id) });
}
