import { Markup } from '@safelight/sitegen/runtime';

export function Page({ entry, body, toc, previous, next, related }) {
  return (
    <article>
      <h1>{entry.title}</h1>
      <ul>
        {toc.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
      <Markup of={body} />
      {[...new Map([previous, next, ...related].filter(Boolean).map((other) => [other.path, other])).values()].map(
        (other) => (
          <a key={other.path} href={other.path}>
            {other.title}
          </a>
        ),
      )}
    </article>
  );
}
