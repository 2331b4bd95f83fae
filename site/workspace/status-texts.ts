import type { MaskControl } from './mask/use-mask.ts';
import { isOutdated } from './state/state.ts';
import type { Units } from './units.ts';
import type { Workspace } from './use-workspace.ts';
import type { Say } from './words.ts';

export type StatusTexts = {
  /** What has just happened, for a screen reader to announce. */
  readonly status: string;
  /** What the canvas shows, for those who cannot see it. */
  readonly description: string;
};

/** Describes the state of the workspace in the page's language. */
export function statusTexts(
  { state, item, phase }: Pick<Workspace, 'state' | 'item' | 'phase'>,
  { brushes, covered }: Pick<MaskControl, 'brushes' | 'covered'>,
  { say, units }: { readonly say: Say; readonly units: Units },
): StatusTexts {
  const opened = item?.info
    ? say('workspace.status.opened', {
        name: item.file.name,
        width: units.number(item.info.width),
        height: units.number(item.info.height),
      })
    : '';
  // Another format is only encoded again: nothing is announced, since the result on show stays.
  const result =
    phase === 'result' && item?.result
      ? say(isOutdated(state, item) ? 'workspace.status.changed' : 'workspace.status.ready')
      : '';
  const marked = brushes.includes('mask') ? say('workspace.mask.covered', { percent: units.share(covered) }) : '';
  return {
    status: phase === 'working' ? say('workspace.progress.process') : phase === 'ready' ? opened : result,
    description: [opened, result, marked].filter(Boolean).join(' '),
  };
}
