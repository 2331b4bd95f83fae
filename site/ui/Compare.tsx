import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import css from './Compare.module.css';
import { classes } from './classes.ts';
import { splitAt, splitByKey } from './compare-split.ts';
import { Divider } from './Divider.tsx';

export type CompareProps = {
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** Accessible name of the slider. */
  readonly label: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** Text for a position, 0 to 100 percent. */
  readonly valueText?: (percent: number) => string;
  readonly className?: string | undefined;
  /** Initial position of the divider, 0 to 100 percent. */
  readonly initial?: number | undefined;
};

/** Two pictures of the same size with a movable divider: drag anywhere, or use arrows, Page keys, Home and End. */
export const Compare = (props: CompareProps) => {
  const { before, after, label, beforeLabel, afterLabel, valueText, className, initial = 50 } = props;
  const [split, setSplit] = useState(initial);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.style.setProperty('--split', `${split}%`), [split]);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setSplit(splitAt(event.clientX - left, width));
  };
  const key = (event: KeyboardEvent) => {
    const next = splitByKey(event.key, split);
    if (next === null) return;
    event.preventDefault();
    setSplit(next);
  };
  return (
    <div ref={frame} className={classes(css.frame, className)} onPointerDown={drag} onPointerMove={drag}>
      <div className={css.after}>{after}</div>
      <div className={css.before}>{before}</div>
      <Divider
        label={label}
        split={split}
        splitText={valueText?.(split)}
        beforeLabel={beforeLabel}
        afterLabel={afterLabel}
        onKeyDown={key}
      />
    </div>
  );
};
