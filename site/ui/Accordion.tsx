import { type ReactNode, useId, useState } from 'react';
import css from './Accordion.module.css';
import { classes } from './classes.ts';
import { Glyph } from './Glyph.tsx';

export type AccordionItem =
  | { readonly id: string; readonly title: ReactNode; readonly content: ReactNode }
  /** An item without a panel, such as a link. */
  | { readonly id: string; readonly plain: ReactNode };

export type AccordionProps = {
  readonly items: readonly AccordionItem[];
  /** Level of the heading around each title; without it the titles are no headings. */
  readonly level?: 2 | 3 | 4;
  readonly className?: string | undefined;
};

/** A list of collapsible items. At most one is open, initially none; a click on the open one closes it. */
export const Accordion = ({ items, level, className }: AccordionProps) => {
  const [open, setOpen] = useState<string | null>(null);
  const base = useId();
  const Heading = level ? (`h${level}` as const) : 'div';
  return (
    <div className={classes(css.list, className)}>
      {items.map((item) => {
        const { id } = item;
        if ('plain' in item)
          return (
            <div key={id} className={css.item}>
              {item.plain}
            </div>
          );
        const expanded = open === id;
        return (
          <div key={id} className={css.item} data-open={expanded}>
            <Heading className={css.heading}>
              <button
                type="button"
                className={css.button}
                id={`${base}-${id}`}
                aria-expanded={expanded}
                aria-controls={`${base}-${id}-panel`}
                onClick={() => setOpen(expanded ? null : id)}
              >
                <span>{item.title}</span>
                <span className={css.mark}>
                  <Glyph name="chevron" />
                </span>
              </button>
            </Heading>
            {/** biome-ignore lint/a11y/useSemanticElements: a landmark for each answer would be too many for a section element */}
            <div className={css.fold} id={`${base}-${id}-panel`} role="group" aria-labelledby={`${base}-${id}`}>
              <div className={css.content}>{item.content}</div>
            </div>
          </div>
        );
      })}
    </div>
  );
};
