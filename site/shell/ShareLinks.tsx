import { useMessages, useRoute, useSite } from 'sitegen/runtime';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { useToast } from '../ui/Toast.tsx';
import { publicUrl } from './public-url.ts';
import css from './ShareLinks.module.css';
import { shareTargets } from './share.ts';

type ShareLinksProps = {
  readonly title: string;
  /** Path of a picture below the base. */
  readonly image: string | null;
};

/** Plain links to share this page, by mail, or to copy its address. */
export const ShareLinks = ({ title, image }: ShareLinksProps) => {
  const t = useMessages();
  const toast = useToast();
  const site = useSite();
  const url = `${site.url}${site.base}${useRoute().path}`;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast({ kind: 'success', text: t('common.toast.linkCopied') }),
      () => toast({ kind: 'error', text: t('common.toast.copyFailed') }),
    );
  return (
    <div className={css.share}>
      <p className={css.label}>{t('common.share.label')}</p>
      <ul className={css.list}>
        {shareTargets({ url, title, image: image && new URL(image, site.url).href }).map(({ name, file, href }) => (
          <li key={file}>
            <a
              className={css.link}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${t('common.share.on', { network: name })} (${t('common.shell.newTab')})`}
            >
              <img
                className={css.icon}
                src={publicUrl(site, `/social/${file}.svg`)}
                alt=""
                width={20}
                height={20}
                loading="lazy"
              />
            </a>
          </li>
        ))}
        <li>
          <a
            className={buttonClass({ kind: 'quiet', size: 'square' })}
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
            aria-label={t('common.share.email')}
          >
            <Glyph name="mail" />
          </a>
        </li>
        <li>
          <Button onClick={copy}>
            <Glyph name="link" />
            {t('common.share.copyLink')}
          </Button>
        </li>
      </ul>
    </div>
  );
};
