import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { nextItem } from './dropdown-state.ts';
import css from './Tabs.module.css';

export type Tab = { readonly id: string; readonly title: ReactNode; readonly content: ReactNode };

type TabsProps = { readonly label: string; readonly tabs: readonly Tab[] };

const ARROWS: { readonly [key: string]: string } = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };

/** Tabs of which one panel is visible; arrow keys move between the tabs. */
export const Tabs = ({ label, tabs }: TabsProps) => {
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const key = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === chosen);
    const next = nextItem(ARROWS[event.key] ?? event.key, index, tabs.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(tabs[next]?.id);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div>
      <div ref={list} className={css.list} role="tablist" aria-label={label} onKeyDown={key}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={css.tab}
            id={`${base}-${id}`}
            aria-selected={id === chosen}
            aria-controls={`${base}-${id}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => setChosen(id)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          className={css.panel}
          id={`${base}-${id}-panel`}
          aria-labelledby={`${base}-${id}`}
          hidden={id !== chosen}
        >
          {content}
        </div>
      ))}
    </div>
  );
};
