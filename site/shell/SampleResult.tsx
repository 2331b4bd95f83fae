import { useMessages } from '@safelight/sitegen/runtime';
import type { ToolMeta } from '../tools/meta.ts';
import { classes } from '../ui/classes.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { ResultPicture } from './ResultPicture.tsx';
import css from './SampleResult.module.css';

/** Compares a tool's sample before and after with a movable divider. */
export const SampleResult = ({ tool }: { readonly tool: ToolMeta }) => {
  const t = useMessages();
  const name = t(`workspace.samples.${tool.result.name}`);
  const side = (version: 'before' | 'after', label: string) => (
    <ResultPicture
      tool={tool.id}
      side={version}
      alt={`${name} (${label})`}
      sizes="(min-width: 960px) 900px, 100vw"
      className={css.picture}
    />
  );
  return (
    <BeforeAfter
      className={classes(css.result, tool.result.isTransparent && css.squares)}
      initial={tool.result.view && Math.round(100 * (tool.result.view[0] + tool.result.view[2] / 2))}
      before={side('before', t('workspace.view.before'))}
      after={side('after', t('workspace.view.after'))}
    />
  );
};
