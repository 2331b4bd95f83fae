import { LocaleLink, type MessageKey, useMessages, useSite } from '@safelight/sitegen/runtime';

/** The entries of config/navigation.yaml, by title; the link to the current page is marked. */
export function Sidebar() {
  const t = useMessages();
  const { navigation } = useSite();
  const title = (name: string) => t(`navigation.${name}` as MessageKey);
  return (
    <nav aria-label={t('docs.contents')}>
      {navigation.map(({ name, contents = [] }) => (
        <section key={name}>
          <h2>{title(name)}</h2>
          <ul>
            {contents.map(({ name: entry, path = '/' }) => (
              <li key={entry}>
                <LocaleLink to={path}>{title(entry)}</LocaleLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
