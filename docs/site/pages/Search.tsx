import { Link, type SearchResult, useMessages, useQuery, useSearch } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';
import css from './Home.module.css';

const MAX_RESULTS = 20;

/** The pages that match `?q=`, which the form above every page sends. */
export function Page() {
  const t = useMessages();
  const search = useSearch();
  const query = useQuery().get('q')?.trim() ?? '';
  const [results, setResults] = useState<readonly SearchResult[] | 'failed' | null>(null);
  useEffect(() => {
    if (query === '' || search === null) return;
    const run = async () => (await search.find(query)).load(0, MAX_RESULTS);
    run().then(setResults, () => setResults('failed'));
  }, [query, search]);
  return (
    <main id="text" className={css.home}>
      <h1>{t('search.seo.title')}</h1>
      <p role="status">
        {results === 'failed' ? t('search.failed') : results && t('search.found', { n: results.length, query })}
      </p>
      {Array.isArray(results) && results.map((result) => <Result key={result.path} {...result} />)}
    </main>
  );
}

function Result({ path, title, excerpt }: SearchResult) {
  return (
    <section>
      <h2>
        <Link to={path}>{title}</Link>
      </h2>
      <p>
        {excerpt.map(({ text, isMatch }, index) => {
          const key = `${index} ${text}`;
          return isMatch ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
        })}
      </p>
    </section>
  );
}
