import { type MouseEvent, useRef } from 'react';
import { LocaleLink, useMessages, useSite } from 'sitegen/runtime';
import { Accordion } from '../ui/Accordion.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { EntryLink } from './EntryLink.tsx';
import { Logo } from './Logo.tsx';
import css from './MobileMenu.module.css';
import { visibleEntries } from './navigation.ts';
import { useText } from './use-text.ts';

/** Menu button and full-screen panel of small screens. A modal dialog keeps the focus inside and closes on Escape. */
export const MobileMenu = () => {
  const t = useMessages();
  const text = useText();
  const entries = visibleEntries(useSite());
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
        <nav className={css.nav} aria-label={t('common.shell.mainNavigation')}>
          <LocaleLink to="/" className={css.item}>
            {t('navigation.home')}
          </LocaleLink>
          {entries.map((entry) =>
            entry.contents ? null : <EntryLink key={entry.name} entry={entry} className={css.item} />,
          )}
          <Accordion
            className={css.groups}
            items={entries.flatMap(({ name, contents }) =>
              contents
                ? [
                    {
                      id: name,
                      title: text(`navigation.${name}`),
                      content: (
                        <ul className={css.sub}>
                          {contents.map((sub) => (
                            <li key={sub.name}>
                              <EntryLink entry={sub} className={css.subItem} />
                            </li>
                          ))}
                        </ul>
                      ),
                    },
                  ]
                : [],
            )}
          />
        </nav>
      </dialog>
    </div>
  );
};
