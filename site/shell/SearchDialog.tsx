import {
  Link,
  type Search,
  type SearchResult,
  type TextPart,
  useLocale,
  useMessages,
  useSearch,
  useSite,
} from '@safelight/sitegen/runtime';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { takeEarly } from '../ui/early-input.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { visibleEntries } from './navigation.ts';
import css from './SearchDialog.module.css';
import { useSearchResults } from './use-search-results.ts';

/** Sections that are listed below a page. */
const MAX_SECTIONS = 3;

type GroupName = 'tools' | 'articles' | 'pages';
const GROUPS: readonly GroupName[] = ['tools', 'articles', 'pages'];

/** Returns the group of a page: the tools of the navigation, articles, and other pages. */
function useGroupOf(): (path: string) => GroupName {
  const site = useSite();
  const { prefix } = useLocale();
  const tools = new Set(visibleEntries(site).flatMap(({ contents = [] }) => contents.map(({ path }) => prefix + path)));
  return (path) => (tools.has(path) ? 'tools' : path.startsWith(`${prefix}/blog/`) ? 'articles' : 'pages');
}

const Text = ({ parts }: { readonly parts: readonly TextPart[] }) =>
  parts.map(({ text, isMatch }, index) => {
    const key = `${index} ${text}`;
    return isMatch ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });

const Result = ({ result }: { readonly result: SearchResult }) => (
  <li>
    <Link to={result.path} className={css.result}>
      <span className={css.title}>{result.title}</span>
      <span className={css.excerpt}>
        <Text parts={result.excerpt} />
      </span>
    </Link>
    {result.sections.length > 0 && (
      <ul className={css.sections}>
        {result.sections.slice(0, MAX_SECTIONS).map((section) => (
          <li key={section.path}>
            <Link to={section.path} className={css.section}>
              {section.title}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </li>
);

/** Moves the focus by the arrow keys among the field and the results. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

/** The text that was typed before the panel was there. */
const typedEarly = (): string =>
  takeEarly('typed').reduce((text, key) => {
    if (key === 'Backspace') return text.slice(0, -1);
    return key.length === 1 ? text + key : text;
  }, '');

type SearchDialogProps = { readonly onClose: () => void };

/** The search over all pages; nothing if the site has none. */
export const SearchDialog = ({ onClose }: SearchDialogProps) => {
  const search = useSearch();
  return search && <SearchPanel search={search} onClose={onClose} />;
};

type SearchPanelProps = SearchDialogProps & { readonly search: Search };

/** Finds tools and articles while their words are typed. Arrow keys choose a result, Escape closes the panel. */
const SearchPanel = ({ search, onClose }: SearchPanelProps) => {
  const t = useMessages();
  const groupOf = useGroupOf();
  const [query, setQuery] = useState(typedEarly);
  const { state, loadMore, retry } = useSearchResults(search, query);
  const dialog = useRef<HTMLDialogElement>(null);
  // Close it before it is removed, or the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const closeByClick = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget || (target instanceof Element && target.closest('a'))) onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // In a search field, Escape only empties the field.
    if (event.key === 'Escape') dialog.current?.close();
    else moveFocus(event);
  };
  const results = state.kind === 'found' ? state.results : [];
  const groups = GROUPS.map((name) => ({ name, results: results.filter(({ path }) => groupOf(path) === name) }));
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={t('common.search.label')}
      onClose={onClose}
      onClick={closeByClick}
      onKeyDown={onKeyDown}
    >
      <search className={css.body}>
        <div className={css.field}>
          <Glyph name="search" />
          <input
            autoFocus
            type="search"
            className={css.input}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            placeholder={t('common.search.placeholder')}
            aria-label={t('common.search.placeholder')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          <Button kind="quiet" size="square" aria-label={t('common.button.close')} onClick={onClose}>
            <Glyph name="close" />
          </Button>
        </div>
        <p role="status" className={css.status}>
          {state.kind === 'searching' && t('common.search.searching')}
          {state.kind === 'found' && t('common.search.count', { count: state.total, query: state.query })}
        </p>
        {state.kind === 'failed' && (
          <div className={css.failed} role="alert">
            <p>{t('common.search.failed')}</p>
            <Button onClick={retry}>{t('common.button.retry')}</Button>
          </div>
        )}
        {results.length > 0 && (
          <div className={css.results}>
            {groups.map(
              (group) =>
                group.results.length > 0 && (
                  <section key={group.name}>
                    <h2 className={css.group}>{t(`common.search.${group.name}`)}</h2>
                    <ul className={css.list}>
                      {group.results.map((result) => (
                        <Result key={result.path} result={result} />
                      ))}
                    </ul>
                  </section>
                ),
            )}
            {loadMore && (
              <Button className={css.more} onClick={loadMore}>
                {t('common.search.more')}
              </Button>
            )}
          </div>
        )}
      </search>
    </dialog>
  );
};
