import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../use-words.ts';
import css from './parts.module.css';

type PathFieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Of the square, in pixels of the picture. */
  readonly side: number;
  /** `x,y x,y …` */
  readonly value: string;
  readonly onChange: (path: string) => void;
};

const KEYS: { readonly [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A square to draw a line in; with the arrow keys it grows from its end. */
export const PathField = ({ label, hint, side, value, onChange }: PathFieldProps) => {
  const { say } = useWords();
  const [drawn, setDrawn] = useState<string | null>(null);
  const points = useRef<string[]>([]);
  const shown = drawn ?? value;
  const pointAt = (event: PointerEvent<SVGSVGElement>): string => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const within = (fraction: number) => Math.round(Math.min(1, Math.max(0, fraction)) * side * 10) / 10;
    return `${within((event.clientX - left) / width)},${within((event.clientY - top) / height)}`;
  };
  const add = (point: string) => {
    if (points.current.at(-1) === point) return;
    points.current.push(point);
    setDrawn(points.current.join(' '));
  };
  const end = () => {
    if (points.current.length > 1) onChange(points.current.join(' '));
    points.current = [];
    setDrawn(null);
  };
  const key = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    const path = value === '' ? [`${side / 2},${side / 2}`] : value.split(' ');
    const [x = 0, y = 0] = (path.at(-1) ?? '').split(',').map(Number);
    const within = (coordinate: number) => Math.min(side, Math.max(0, coordinate));
    onChange([...path, `${within(x + by[0])},${within(y + by[1])}`].join(' '));
  };
  return (
    <div className={css.fields}>
      <div className={css.row}>
        <span className={css.pathLabel}>{label}</span>
        <Button kind="quiet" className={css.small} disabled={value === ''} onClick={() => onChange('')}>
          {say('workspace.action.reset')}
        </Button>
      </div>
      <svg
        className={css.path}
        viewBox={`0 0 ${side} ${side}`}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys draw in it
        tabIndex={0}
        onKeyDown={key}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          points.current = [];
          add(pointAt(event));
        }}
        onPointerMove={(event) => points.current.length > 0 && add(pointAt(event))}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={`M${side / 2} 0v${side}M0 ${side / 2}h${side}`} className={css.pathCross} />
        <polyline points={shown} className={css.pathLine} />
      </svg>
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  );
};
