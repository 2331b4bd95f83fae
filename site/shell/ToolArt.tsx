import type { ToolMeta } from '../tools/meta.ts';
import { classes } from '../ui/classes.ts';
import { ResultPicture } from './ResultPicture.tsx';
import css from './ToolArt.module.css';

type ToolArtProps = { readonly tool: ToolMeta; readonly className?: string | undefined };

/** What a tool made of a sample, before and after. The divider moves aside while a card around it is pointed at. */
export const ToolArt = ({ tool, className }: ToolArtProps) => {
  const half = (side: 'before' | 'after') => (
    <ResultPicture tool={tool.id} side={side} alt="" sizes="(min-width: 600px) 400px, 100vw" className={css[side]} />
  );
  return (
    <div className={classes(css.art, className)} aria-hidden="true">
      {half('after')}
      {half('before')}
      <span className={css.line} />
    </div>
  );
};
