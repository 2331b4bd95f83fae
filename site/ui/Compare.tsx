import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import css from './Compare.module.css';
import { classes } from './classes.ts';
import { splitAt, splitByKey } from './compare-split.ts';
import { Divider } from './Divider.tsx';
import { type Sweep, useSweep } from './use-sweep.ts';

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
  /** A movement of the divider over both, once for each object; null for none. */
  readonly sweep?: Sweep | null;
};

/** Two pictures of the same size with a movable divider: drag anywhere, or use arrows, Page keys, Home and End. */
export const Compare = (props: CompareProps) => {
  const { before, after, label, beforeLabel, afterLabel, valueText, className, initial = 50, sweep = null } = props;
  const [split, setSplit] = useState(initial);
  const frame = useRef<HTMLDivElement>(null);
  const show = (percent: number) => frame.current?.style.setProperty('--split', `${percent}%`);
  const [isSweeping, stopSweep] = useSweep(frame, { sweep, ready: true, onMove: show, onEnd: setSplit });
  useEffect(() => {
    if (!isSweeping) frame.current?.style.setProperty('--split', `${split}%`);
  }, [split, isSweeping]);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    stopSweep();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setSplit(splitAt(event.clientX - left, width));
  };
  const key = (event: KeyboardEvent) => {
    const next = splitByKey(event.key, split);
    if (next === null) return;
    event.preventDefault();
    stopSweep();
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
