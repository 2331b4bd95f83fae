import { useSite } from 'sitegen/runtime';
import { classes } from '../ui/classes.ts';
import { publicUrl } from './public-url.ts';
import css from './ToolArt.module.css';
import type { ToolName } from './tools.ts';

type ToolArtProps = { readonly tool: ToolName; readonly className?: string | undefined };

/** What a tool does, as a drawing before and after. Its divider moves aside while a card around it is pointed at. */
export const ToolArt = ({ tool, className }: ToolArtProps) => {
  const site = useSite();
  const half = (side: 'before' | 'after') => (
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
