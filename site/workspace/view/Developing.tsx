import { useEffect, useRef } from 'react';
import type { Progress } from '../../engine/types.ts';
import { type RunProgress, useRunProgress } from '../run-progress.ts';
import css from './View.module.css';

/** Fraction of a result that has been computed; 0 until its own work begins. */
const developedPart = ({ stage, done }: Progress): number => (stage === 'process' ? done : stage === 'encode' ? 1 : 0);

/** The red light over the part of a picture that is not computed yet. */
export const Developing = ({ progress }: { readonly progress: RunProgress }) => {
  const light = useRef<HTMLDivElement>(null);
  const developed = developedPart(useRunProgress(progress));
  useEffect(() => light.current?.style.setProperty('--done', `${100 * developed}%`), [developed]);
  return (
    <div ref={light} className={css.light}>
      <div className={css.developing} />
      <div className={css.lamplight} />
    </div>
  );
};
