import { type MouseEvent, useRef } from 'react';
import type { NavigationEntry } from 'sitegen/contract';
import { LocaleLink, useMessages, useSite } from 'sitegen/runtime';
import { Accordion } from '../ui/Accordion.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { EntryLink } from './EntryLink.tsx';
import { Logo } from './Logo.tsx';
import css from './MobileMenu.module.css';
import { visibleEntries } from './navigation.ts';
import { useText } from './use-text.ts';

const SubList = ({ entries }: { readonly entries: readonly NavigationEntry[] }) => (
  <ul className={css.sub}>
    {entries.map((entry) => (
      <li key={entry.name}>
        <EntryLink entry={entry} className={css.subItem} />
      </li>
    ))}
  </ul>
);

/** Menu button and full-screen panel of small screens. A modal dialog keeps the focus inside and closes on Escape. */
export const MobileMenu = () => {
  const t = useMessages();
  const text = useText();
  const entries = visibleEntries(useSite());
  const home = {
    id: 'home',
    plain: (
      <LocaleLink to="/" className={css.item}>
        {t('navigation.home')}
      </LocaleLink>
    ),
  };
  const items = [
    home,
    ...entries.map((entry) =>
      entry.contents
        ? { id: entry.name, title: text(`navigation.${entry.name}`), content: <SubList entries={entry.contents} /> }
        : { id: entry.name, plain: <EntryLink entry={entry} className={css.item} /> },
    ),
  ];
  const panel = useRef<HTMLDialogElement>(null);
  const close = () => panel.current?.close();
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) close();
  };
  return (
    <div className={css.root}>
      <button type="button" className={css.button} aria-haspopup="dialog" onClick={() => panel.current?.showModal()}>
        <Glyph name="menu" />
        <span className="visually-hidden">{t('common.shell.openMenu')}</span>
      </button>
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: a chosen link closes the panel; the link itself is the control */}
      <dialog ref={panel} className={css.panel} aria-label={t('common.shell.mainNavigation')} onClick={closeOnLink}>
        <div className={css.head}>
          <Logo />
          <button type="button" className={css.button} onClick={close}>
            <Glyph name="close" />
            <span className="visually-hidden">{t('common.shell.closeMenu')}</span>
          </button>
        </div>
        <div className={css.nav}>
          <Accordion items={items} />
        </div>
      </dialog>
    </div>
  );
};
