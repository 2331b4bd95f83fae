import { Markup } from '@safelight/sitegen/runtime';

export function Page({ entry, body }) {
  return (
    <main>
      <article>
        <h1>{entry.title}</h1>
        <time dateTime={entry.date}>{entry.date}</time>
        <ul>
          {entry.tags.map(({ tag }) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
        <Markup of={body} />
      </article>
    </main>
  );
}
