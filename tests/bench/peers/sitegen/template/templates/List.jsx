export function Page({ entries, pagination }) {
  return (
    <main>
      <h1>Blog</h1>
      {entries.map((post) => (
        <article key={post.slug}>
          <h2>
            <a href={post.path}>{post.title}</a>
          </h2>
          <time dateTime={post.date}>{post.date}</time>
          <p>{post.description}</p>
        </article>
      ))}
      {pagination.previous && <a href={pagination.previous}>Newer</a>}
      {pagination.next && <a href={pagination.next}>Older</a>}
    </main>
  );
}
