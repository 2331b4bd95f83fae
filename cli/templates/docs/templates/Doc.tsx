import { Markup, useMessages } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';

export function Page({ entry, body, toc }: EntryProps) {
  const t = useMessages();
  return (
    <article>
      <h1>{entry.title}</h1>
      <p>{entry.description}</p>
      {toc.length > 1 && (
        <nav aria-label={t('docs.toc')}>
          <ul>
            {toc.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Markup of={body} />
    </article>
  );
}
