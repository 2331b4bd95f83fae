import { useMessages } from '@safelight/sitegen/runtime';
import { type ChangeEvent, useEffect, useState } from 'react';
import type { WorkerReply } from '../gray.worker.ts';

type State =
  | { readonly kind: 'idle' | 'working' | 'failed' }
  | { readonly kind: 'done'; readonly url: string; readonly width: number; readonly height: number };

/** One tool: its work is done in a worker, so that the page stays responsive. */
export function Page() {
  const t = useMessages();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const url = state.kind === 'done' ? state.url : null;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    setState({ kind: 'working' });
    const worker = new Worker(new URL('../gray.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      setState(data ? { kind: 'done', url: URL.createObjectURL(data.picture), ...data.size } : { kind: 'failed' });
      worker.terminate();
    };
    worker.onerror = () => setState({ kind: 'failed' });
    worker.postMessage(file);
  };

  return (
    <>
      <h1>{t('home.title')}</h1>
      <p>{t('home.lead')}</p>
      <label>
        {t('home.choose')} <input type="file" accept="image/*" onChange={choose} />
      </label>
      <p role="status">
        {state.kind === 'working' && t('home.working')}
        {state.kind === 'failed' && t('home.failed')}
        {state.kind === 'done' && t('home.done', { width: state.width, height: state.height })}
      </p>
      {state.kind === 'done' && (
        <>
          <p>
            <img src={state.url} width={state.width} height={state.height} alt={t('home.result')} />
          </p>
          <p>
            <a href={state.url} download="black-and-white.png">
              {t('home.download')}
            </a>
          </p>
        </>
      )}
    </>
  );
}
