import { type ReactNode, useState } from 'react';
import { readStored, writeStored } from '../stored-values.ts';
import css from './parts.module.css';

const UNFOLDED = 'safelight-unfolded';

/** Names of the groups that this visitor keeps unfolded. */
function unfoldedNames(): readonly string[] {
  const names = readStored(UNFOLDED);
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

type GroupProps = {
  /** Under which this browser remembers whether the group is unfolded. */
  readonly name: 'options' | 'mask' | 'output' | 'steps' | 'settings';
  readonly title: string;
  readonly children: ReactNode;
};

/** A folded group of the panel: what few visitors need. */
export const Group = ({ name, title, children }: GroupProps) => {
  const [open, setOpen] = useState(() => unfoldedNames().includes(name));
  return (
    <details
      className={css.folded}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === open) return;
        setOpen(currentTarget.open);
        const others = unfoldedNames().filter((other) => other !== name);
        writeStored(UNFOLDED, currentTarget.open ? [...others, name] : others);
      }}
    >
      <summary className={css.summary}>{title}</summary>
      <div className={css.group}>{children}</div>
    </details>
  );
};
