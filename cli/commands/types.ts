import { join, relative, resolve } from 'node:path';
import { writeEditorFiles } from '../output/editor-files.ts';
import { planLoaded } from '../plan.ts';
import { loadMemory } from '../plan-memory.ts';
import { readSources } from '../sources/read.ts';
import { printProblems } from './print.ts';

/** Runs `sitegen types`: writes the files for editors and the type checker, without building the site. */
export async function typesCommand(options: { readonly root: string }): Promise<number> {
  const root = resolve(options.root);
  const work = join(root, '.sitegen');
  const memory = loadMemory(work, true);
  const today = new Date().toISOString().slice(0, 10);
  const plan = await planLoaded(
    readSources(root, memory.stats),
    { overrides: {}, drafts: true, today, commits: new Map(), work, cache: true, mode: 'development' },
    memory,
  );
  if (!plan.ok) {
    printProblems(plan.problems, root);
    return 1;
  }
  const written = await writeEditorFiles(work, plan.value);
  const lines = written.map(({ path, what }) => `  ${join(relative(process.cwd(), work), path)}  ${what}`);
  process.stdout.write(`Written for editors and the type checker:\n${lines.join('\n')}\n`);
  return 0;
}
