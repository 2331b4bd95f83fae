import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A result to reveal, by a divider that moves over it once. A new object is a new sweep. */
export type Sweep = {
  /** Where the divider comes to rest, in percent: 0 leaves the whole result. */
  readonly end: number;
};

/** Sweeps that were shown: a view that is opened again begins at the rest of its sweep. */
const shown = new WeakSet<Sweep>();

/** How long the divider takes to the far side, and from there to its rest, in milliseconds. */
const OUT_MS = 1500;
const BACK_MS = 600;

const eased = (fraction: number): number => fraction * fraction * (3 - 2 * fraction);

/** Where the divider is after a time: from the whole original to the whole result, and back to its rest. */
export function sweptTo(ms: number, end: number): number {
  if (ms < OUT_MS) return 100 * (1 - eased(ms / OUT_MS));
  return end * eased(Math.min(1, (ms - OUT_MS) / BACK_MS));
}

type SweepInput = {
  readonly sweep: Sweep | null;
  /** Whether before and after lie over each other on the screen. */
  readonly ready: boolean;
  readonly onMove: (percent: number) => void;
  /** Called with the rest of a sweep, also where motion is not wanted. */
  readonly onEnd: (percent: number) => void;
};

/** Runs each sweep once. Returns whether one is under way, and a function that ends it early. */
export function useSweep(
  element: RefObject<HTMLElement | null>,
  { sweep, ready, onMove, onEnd }: SweepInput,
): readonly [sweeping: boolean, stop: () => void] {
  const done = useRef<Sweep | null>(null);
  const [running, setRunning] = useState<Sweep | null>(null);
  const latest = useRef({ onMove, onEnd });
  useEffect(() => {
    latest.current = { onMove, onEnd };
  });
  const open = sweep !== null && sweep !== done.current && ready;
  useLayoutEffect(() => {
    if (!open || !element.current) return;
    done.current = sweep;
    latest.current.onEnd(sweep.end);
    if (shown.has(sweep) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    shown.add(sweep);
    setRunning(sweep);
  }, [open, sweep, element]);
  useLayoutEffect(() => {
    if (!running) return;
    const start = performance.now();
    let frame = 0;
    const move = () => {
      const ms = performance.now() - start;
      latest.current.onMove(sweptTo(ms, running.end));
      if (ms < OUT_MS + BACK_MS) frame = requestAnimationFrame(move);
      else setRunning(null);
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [running]);
  return [running !== null, () => setRunning(null)];
}
