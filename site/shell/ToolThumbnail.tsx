import type { ToolMeta } from '../tools/meta.ts';
import { classes } from '../ui/classes.ts';
import { CardPicture } from './CardPicture.tsx';
import css from './ToolThumbnail.module.css';

type ToolThumbnailProps = { readonly tool: ToolMeta; readonly className?: string | undefined };

/** On a phone the card is narrow and the picture is cut at its sides. */
const SIZES = '(min-width: 1280px) 280px, (min-width: 960px) 33vw, (min-width: 600px) 50vw, 200px';

/** A tool's sample before and after. The divider moves aside while the link of the surrounding card is hovered. */
export const ToolThumbnail = ({ tool, className }: ToolThumbnailProps) => (
  <div className={classes(css.thumbnail, tool.result.isTransparent && css.squares, className)} aria-hidden="true">
    <CardPicture tool={tool.id} side="after" sizes={SIZES} className={css.after} />
    <CardPicture tool={tool.id} side="before" sizes={SIZES} className={css.before} />
    <span className={css.divider} />
  </div>
);
