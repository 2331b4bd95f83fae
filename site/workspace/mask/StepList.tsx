import { Group } from '../parts/Group.tsx';
import { allSteps } from '../state/history.ts';
import { afterOf, editsOf, hasOwnOptions, type Item, optionsOf, type Settings } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import css from './mask.module.css';

type Step = { readonly index: number; readonly label: string };

/** All steps on the picture on show, to go back and forth by any number of them. */
export const StepList = ({ workspace }: { readonly workspace: Workspace }) => {
  const { say } = useWords();
  const { state, item, dispatch } = workspace;
  if (!item) return null;
  const all = allSteps(state.history);
  const now = state.history.past.length;
  const steps = stepsOf(all, item);
  // The last step of this picture that is not undone.
  const current = steps.findLast(({ index }) => index <= now)?.index;
  const settingsWithResults = new Set(item.results.map(({ settings }) => all.indexOf(settings)));
  return (
    <Group name="steps" title={say('workspace.history.title')}>
      <ol className={css.steps}>
        {steps.map(({ index, label }) => (
          <li key={index}>
            <button
              type="button"
              aria-current={index === current ? 'step' : undefined}
              aria-label={say('workspace.history.goTo', { step: say(label) })}
              data-undone={index > now ? '' : undefined}
              onClick={() => dispatch({ kind: 'go', index })}
            >
              {say(label)}
              {settingsWithResults.has(index) && ` · ${say('workspace.history.generated')}`}
            </button>
          </li>
        ))}
      </ol>
    </Group>
  );
};

const LABELS = {
  stroke: 'workspace.history.stroke',
  lasso: 'workspace.mask.lasso',
  rectangle: 'workspace.mask.rectangle',
  loaded: 'workspace.history.maskLoaded',
  found: 'workspace.history.maskFound',
  selected: 'workspace.history.selected',
  grow: 'workspace.mask.grow',
  shrink: 'workspace.mask.shrink',
  feather: 'workspace.mask.feather',
  invert: 'workspace.mask.invert',
  clear: 'workspace.mask.clear',
  colour: 'workspace.history.colour',
  'clear-colours': 'workspace.mask.clearColours',
  again: 'common.button.retry',
} as const;

/** What each place of the history changed on a picture; other pictures' places are left out. */
function stepsOf(all: readonly Settings[], { id, origin }: Item): readonly Step[] {
  return all.flatMap((settings, index): readonly Step[] => {
    const before = all[index - 1];
    if (!before) return [{ index, label: 'workspace.history.opened' }];
    if (settings.versions[origin] !== before.versions[origin] || afterOf(settings, id) !== afterOf(before, id))
      return [{ index, label: 'workspace.crop.title' }];
    const edits = editsOf(settings, id);
    if (edits !== editsOf(before, id))
      return [{ index, label: edits ? LABELS[edits.last.kind] : 'workspace.mask.clear' }];
    if (hasOwnOptions(settings, id) !== hasOwnOptions(before, id)) return [{ index, label: 'workspace.batch.own' }];
    return optionsOf(settings, id) === optionsOf(before, id) ? [] : [{ index, label: 'workspace.options.title' }];
  });
}
