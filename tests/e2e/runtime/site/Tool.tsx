import { lazy, Suspense, useMemo, useState } from 'react';
import {
  FatalError,
  loadMessages,
  navigateTo,
  switchLocale,
  useHead,
  useQuery,
  useSite,
} from '../../../../cli/runtime/index.ts';
import { createHttp } from '../../../../site/lib/http.ts';
import { imageSize } from '../../../../site/lib/image-size.ts';

const Widget = lazy(async () => {
  const [{ Widget }] = await Promise.all([import('./Widget.tsx'), loadMessages()]);
  return { default: Widget };
});

/** Runs the selected action and shows its outcome. */
export function Page() {
  const [outcome, setOutcome] = useState('');
  const [isWidgetShown, setWidgetShown] = useState(false);
  const [hasCrashed, setCrashed] = useState(false);
  const { api } = useSite();
  const http = useMemo(() => createHttp(api), [api]);
  useHead({ title: outcome ? `Tool: ${outcome}` : 'Tool' });
  if (hasCrashed) throw new Error('The tool broke.');
  const fail = (): never => {
    throw new FatalError({ status: 503, message: 'The tool is closed.' });
  };
  const run = (work: () => Promise<unknown>) => () =>
    work().then(
      (value) => setOutcome(JSON.stringify(value) ?? 'done'),
      (error: Error) => setOutcome(error.message),
    );
  const actions: { readonly [name: string]: () => unknown } = {
    external: run(() => navigateTo('https://elsewhere.example/')),
    script: run(() => navigateTo('java\nscript:alert(1)', { external: true })),
    away: run(() => navigateTo('/away')),
    widget: () => setWidgetShown(true),
    crash: () => setCrashed(true),
    fatal: fail,
    fatalTimer: () => setTimeout(fail),
    fatalRejection: () => void Promise.resolve().then(fail),
    harmless: () => {
      setTimeout(() => {
        throw new Error('A timer failed.');
      });
      void Promise.reject(new Error('A request failed.'));
      throw new Error('A handler failed.');
    },
    unknown: () => navigateTo('/unknown'),
    moved: () => navigateTo('/moved'),
    germanReload: run(() => switchLocale('de', { reload: true })),
    get: run(() => http.get('api/get')),
    post: run(() => http.post('api/post', { json: { a: 1 } })),
    image: run(() => imageSize('/sub/pixel.svg')),
    noImage: run(() => imageSize('/sub/none.png')),
    query: run(() => navigateTo('?a=1')),
  };
  return (
    <>
      <h1>Tool</h1>
      {Object.entries(actions).map(([name, action]) => (
        <button type="button" key={name} data-testid={name} onClick={action}>
          {name}
        </button>
      ))}
      <output>{outcome}</output>
      <p data-testid="query-value">{useQuery().get('a')}</p>
      <Suspense fallback={<p>…</p>}>{isWidgetShown && <Widget />}</Suspense>
    </>
  );
}
