import { useMessages } from '@safelight/sitegen/runtime';
import { useCallback } from 'react';
import { messageKeys } from '../../shell/message-keys.ts';
import { SamplePrints } from '../../shell/SamplePrints';
import { useComputedMessages } from '../../shell/use-computed-messages';
import { isAccepted } from '../../ui/accepted.ts';
import { Dropzone } from '../../ui/Dropzone.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { useToast } from '../../ui/Toast.tsx';
import css from './Hero.module.css';
import { ToolChoice } from './ToolChoice.tsx';

const DECORATION_PICTURES = ['cleanup-pictures', 'photo-to-sketch', 'image-sharpener'].map(
  (tool) => ({ tool, side: 'after' }) as const,
);

type HeroProps = {
  /** The chosen picture or video. */
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
};

/** The top of the home page: title, summary, facts, and a drop zone for a picture or video. */
export const Hero = ({ file, onFile }: HeroProps) => {
  const t = useMessages();
  const text = useComputedMessages();
  const toast = useToast();
  const open = useCallback(
    ([candidate]: readonly File[]) => {
      if (!candidate) return;
      const { name, type } = candidate;
      if (isAccepted(candidate, 'image') || isAccepted(candidate, 'video')) onFile(candidate);
      else toast({ kind: 'error', text: t('errors.file.wrongType.text', { name, type }), durationMs: 6000 });
    },
    [toast, t, onFile],
  );
  return (
    <div className={css.hero}>
      <div className={css.words}>
        <h1 className={css.title}>{t('home.hero.title')}</h1>
        <p className={css.lead}>{t('home.hero.lead')}</p>
      </div>
      <section className={css.drop} data-screen-only="" aria-label={t('home.drop.label')}>
        {file ? (
          <ToolChoice file={file} onReplace={() => onFile(null)} />
        ) : (
          <Dropzone
            className={css.zone}
            kind="image"
            action={t('home.hero.action')}
            hint={t('home.drop.hint')}
            note={t('home.drop.note')}
            dropNow={t('workspace.input.dropNow')}
            decoration={<SamplePrints pictures={DECORATION_PICTURES} />}
            onFiles={open}
          />
        )}
      </section>
      <div className={css.below}>
        <ul className={css.facts}>
          {messageKeys('home.hero.facts', 4).map((key) => (
            <li key={key} className={css.fact}>
              <Glyph name="check" />
              {text(key)}
            </li>
          ))}
        </ul>
        <a className={css.more} href="#tools">
          {t('home.hero.secondary')}
        </a>
      </div>
    </div>
  );
};
