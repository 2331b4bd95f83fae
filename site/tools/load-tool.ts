import type { ToolWork } from '../workspace/tool.ts';

/** Each tool's folder exports `work`; what a page does not show is not loaded. */
const FOLDERS = import.meta.glob<{ readonly work: ToolWork }>('./*/tool.ts');

/** The tool of a page, by the name of its folder. Rejects where there is none. */
export async function loadTool(folder: string): Promise<ToolWork> {
  const load = FOLDERS[`./${folder}/tool.ts`];
  if (!load) throw new Error(`There is no tool in site/tools/${folder}.`);
  return (await load()).work;
}
