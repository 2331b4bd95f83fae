import type { Diagnostic } from '../../contract.ts';
import { loadEntryPages } from '../../incremental/record.ts';
import { statOf } from '../../lib/stat.ts';
import { entrySources, movedEntries, type SourceState } from '../../routes/aliases.ts';
import type { SitePlan } from '../../routes/site-plan.ts';

/**
 * Creates a function that returns the warnings of builds about entries of a plan that have moved since the last build.
 * `file`: the record of builds.
 */
export function createMovedCheck(file: string): (plan: SitePlan) => readonly Diagnostic[] {
  let built: { readonly atMs: number; readonly state: SourceState | null } | null = null;
  let checked: { readonly plan: SitePlan; readonly moved: readonly Diagnostic[] } | null = null;
  return (plan) => {
    if (checked?.plan === plan) return checked.moved;
    const atMs = statOf(file)?.mtimeMs ?? 0;
    if (built?.atMs !== atMs) built = { atMs, state: loadEntryPages(file) };
    checked = { plan, moved: built.state ? movedEntries(built.state, stateOf(plan), plan.config) : [] };
    return checked.moved;
  };
}

const stateOf = ({ content, table, tree }: SitePlan): SourceState => ({
  sources: entrySources(content, table),
  texts: { get: (file) => tree.files.get(file)?.hash },
});
