import { Markup } from 'sitegen/runtime';

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
      {[previous, next, ...related].map(
        (other, at) =>
          other && (
            <a key={`${at}${other.path}`} href={other.path}>
              {other.title}
            </a>
          ),
      )}
    </article>
  );
}
