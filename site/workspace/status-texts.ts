import type { MaskControl } from './mask/use-mask.ts';
import { allSteps } from './state/history.ts';
import { type Item, isOutdated, type State } from './state/state.ts';
import type { Units } from './units.ts';
import type { Workspace } from './use-workspace.ts';
import type { Say } from './words.ts';

export type StatusTexts = {
  /** What has just happened, for a screen reader to announce. */
  readonly status: string;
  /** What the canvas shows, for those who cannot see it. */
  readonly description: string;
};

type Words = { readonly say: Say; readonly units: Units };

/** Describes the state of the workspace in the page's language. */
export function statusTexts(
  { state, item, phase }: Pick<Workspace, 'state' | 'item' | 'phase'>,
  { brushes, covered }: Pick<MaskControl, 'brushes' | 'covered'>,
  { say, units }: Words,
): StatusTexts {
  const opened = item?.info
    ? say('workspace.status.opened', {
        name: item.file.name,
        width: units.number(item.info.width),
        height: units.number(item.info.height),
      })
    : '';
  // Another format is only encoded again: nothing is announced, since the result on show stays.
  const result = phase === 'result' && item?.result ? resultText(state, item, { say, units }) : '';
  const marked = brushes.includes('mask') ? say('workspace.mask.covered', { percent: units.share(covered) }) : '';
  return {
    status: phase === 'working' ? say('workspace.progress.process') : phase === 'ready' ? opened : result,
    description: [opened, result, marked].filter(Boolean).join(' '),
  };
}

/** Describes the result on show. While steps are undone, it says which of several results that is. */
function resultText(state: State, item: Item, { say, units }: Words): string {
  const { history } = state;
  if (isOutdated(state, item)) return say('workspace.status.changed');
  if (history.future.length === 0) return say('workspace.status.ready');
  const withResult = new Set(item.results.map(({ settings }) => settings));
  const steps = allSteps(history).filter((settings) => withResult.has(settings));
  const number = item.result ? steps.indexOf(item.result.settings) + 1 : 0;
  return number > 0 && steps.length > 1
    ? say('workspace.status.revisited', { number: units.number(number), total: units.number(steps.length) })
    : say('workspace.status.ready');
}
