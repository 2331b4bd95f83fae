import { useSite } from 'sitegen/runtime';
import { resultOf } from '../tools/results.ts';
import { classes } from '../ui/classes.ts';
import { publicUrl } from './public-url.ts';
import { ResultPicture } from './ResultPicture.tsx';
import css from './ToolArt.module.css';
import { type ToolName, toolOf } from './tools.ts';

type ToolArtProps = { readonly tool: ToolName; readonly className?: string | undefined };

/**
 * What a tool does, before and after: what it made of a sample, or a drawing while there is no result. The divider
 * moves aside while a card around it is pointed at.
 */
export const ToolArt = ({ tool, className }: ToolArtProps) => {
  const site = useSite();
  const id = toolOf(tool).path.slice(1);
  const made = resultOf(id) !== null;
  const half = (side: 'before' | 'after') =>
    made ? (
      <ResultPicture tool={id} side={side} alt="" sizes="(min-width: 600px) 400px, 100vw" className={css[side]} />
    ) : (
      <img
        className={css[side]}
        src={publicUrl(site, `/art/${tool}-${side}.svg`)}
        alt=""
        width={320}
        height={220}
        loading="lazy"
        decoding="async"
      />
    );
  return (
    <div className={classes(css.art, className)} aria-hidden="true">
      {half('after')}
      {half('before')}
      <span className={css.line} />
    </div>
  );
};
