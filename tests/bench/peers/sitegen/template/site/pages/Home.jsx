export function Page() {
  return (
    <main>
      <h1>Home</h1>
      <a href="/blog">Blog</a>
    </main>
  );
}
