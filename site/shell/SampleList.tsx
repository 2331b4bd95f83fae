import { useMessages, useSite } from '@safelight/sitegen/runtime';
import { useState } from 'react';
import type { Sample } from '../tools/samples.ts';
import type { MediaKind } from '../ui/accepted.ts';
import { useToast } from '../ui/Toast.tsx';
import { publicUrl } from './public-url.ts';
import css from './SampleList.module.css';

type SampleListProps = {
  /** Kind of the samples: pictures or videos. */
  readonly kind: MediaKind;
  readonly samples: readonly Sample[];
  readonly onFiles: (files: readonly File[]) => void;
};

/** Thumbnails of samples; a click downloads the sample and passes it to `onFiles`. */
export const SampleList = ({ kind, samples, onFiles }: SampleListProps) => {
  const t = useMessages();
  const site = useSite();
  const toast = useToast();
  const [loadingSrc, setLoadingSrc] = useState<string | null>(null);
  const open = async ({ src }: Sample) => {
    setLoadingSrc(src);
    try {
      const response = await fetch(publicUrl(site, src));
      if (!response.ok) throw new Error(`Status ${response.status}`);
      const blob = await response.blob();
      onFiles([new File([blob], src.split('/').at(-1) ?? 'sample', { type: blob.type })]);
    } catch {
      toast({ kind: 'error', text: t('errors.url.blocked.title'), durationMs: 6000 });
    } finally {
      setLoadingSrc(null);
    }
  };
  return (
    <div className={css.samples} data-samples="">
      <p className={css.words}>{kind === 'video' ? t('workspace.input.samplesVideo') : t('workspace.input.samples')}</p>
      <ul className={css.list}>
        {samples.map((sample) => (
          <li key={sample.src}>
            <button
              type="button"
              className={css.sample}
              aria-label={t('workspace.input.sample', { name: t(`workspace.samples.${sample.word}`) })}
              title={t(`workspace.samples.${sample.word}`)}
              aria-busy={loadingSrc === sample.src || undefined}
              onClick={() => void open(sample)}
            >
              <img src={publicUrl(site, sample.thumb)} alt="" width={144} height={96} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
