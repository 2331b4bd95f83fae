export function Page({ entries, pagination }) {
  return (
    <>
      <h1>Posts</h1>
      {entries.map((entry) => (
        <h2 key={entry.path}>
          <a href={entry.path}>{entry.title}</a>
        </h2>
      ))}
      {pagination.next && <a href={pagination.next}>Older</a>}
    </>
  );
}
