import { Group } from '../parts/Group.tsx';
import { allSteps } from '../state/history.ts';
import { editsOf, type Settings } from '../state/state.ts';
import { useWords } from '../use-words.ts';
import type { Workspace } from '../use-workspace.ts';
import css from './mask.module.css';

type Step = { readonly place: number; readonly label: string };

/** All steps on the picture on show, to go back and forth by any number of them. */
export const StepList = ({ workspace }: { readonly workspace: Workspace }) => {
  const { say } = useWords();
  const { state, item, dispatch } = workspace;
  if (!item) return null;
  const all = allSteps(state.history);
  const now = state.history.past.length;
  const steps = stepsOf(all, item.id);
  // The last step of this picture that is not undone.
  const current = steps.findLast(({ place }) => place <= now)?.place;
  const settingsWithResults = new Set(item.made.map(({ settings }) => all.indexOf(settings)));
  return (
    <Group name="steps" title={say('workspace.history.title')}>
      <ol className={css.steps}>
        {steps.map(({ place, label }) => (
          <li key={place}>
            <button
              type="button"
              aria-current={place === current ? 'step' : undefined}
              aria-label={say('workspace.history.goTo', { step: say(label) })}
              data-undone={place > now ? '' : undefined}
              onClick={() => dispatch({ kind: 'go', place })}
            >
              {say(label)}
              {settingsWithResults.has(place) && ` · ${say('workspace.history.generated')}`}
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
function stepsOf(all: readonly Settings[], id: string): readonly Step[] {
  return all.flatMap((settings, place): readonly Step[] => {
    const before = all[place - 1];
    if (!before) return [{ place, label: 'workspace.history.opened' }];
    const edits = editsOf(settings, id);
    if (edits !== editsOf(before, id))
      return [{ place, label: edits ? LABELS[edits.last.kind] : 'workspace.mask.clear' }];
    return settings.options === before.options ? [] : [{ place, label: 'workspace.options.title' }];
  });
}
