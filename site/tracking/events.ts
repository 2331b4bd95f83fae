import type { ToolGroup, ToolMeta } from '../tools/meta.ts';

/** Steps of a visit to a tool, in their order: codes follow it. */
export const STEPS = ['enter', 'select', 'generate', 'download'] as const;
export type Step = (typeof STEPS)[number];

/** First code of each group of tools. */
export const FIRST_CODE: Readonly<Record<ToolGroup, number>> = {
  enhance: 100000,
  remove: 110000,
  filter: 120000,
  videoRemover: 130000,
};

export type TrackedEvent = { readonly type: number; readonly description: string };

/** Code and words of a step of a tool. */
export const eventOf = ({ group, kind }: Pick<ToolMeta, 'group' | 'kind'>, step: Step): TrackedEvent => {
  const descriptions: { readonly [one in Step]: string } = {
    enter: 'enter app',
    select: kind === 'video' ? 'select video' : 'select image',
    generate: 'generate result',
    download: 'download result',
  };
  return { type: FIRST_CODE[group] + STEPS.indexOf(step), description: descriptions[step] };
};
