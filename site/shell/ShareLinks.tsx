import { useMessages, useRoute, useSite } from '@safelight/sitegen/runtime';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Drawing } from '../ui/Drawing.tsx';
import { linkShape } from '../ui/drawings/link.ts';
import { mailShape } from '../ui/drawings/mail.ts';
import css from './ShareLinks.module.css';
import { SocialLink } from './SocialLink.tsx';
import { shareTargets } from './share-targets';
import { useCopy } from './use-copy.ts';

type ShareLinksProps = {
  readonly title: string;
  /** Path of a picture below the base. */
  readonly image: string | null;
};

/** Links that share this page on networks or by mail, and a button that copies its URL. */
export const ShareLinks = ({ title, image }: ShareLinksProps) => {
  const t = useMessages();
  const copy = useCopy(t('common.toast.linkCopied'));
  const site = useSite();
  const url = `${site.url}${site.base}${useRoute().path}`;
  return (
    <div className={css.share} data-screen-only="">
      <p className={css.label}>{t('common.share.label')}</p>
      <ul className={css.list}>
        {shareTargets({ url, title, image: image && new URL(image, site.url).href }).map(({ network, href }) => (
          <li key={network}>
            <SocialLink network={network} href={href} label={t('common.share.on', { network })} />
          </li>
        ))}
        <li>
          <a
            className={buttonClass({ kind: 'quiet', size: 'square' })}
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
            aria-label={t('common.share.email')}
          >
            <Drawing path={mailShape} />
          </a>
        </li>
        <li>
          <Button onClick={() => copy(url)}>
            <Drawing path={linkShape} />
            {t('common.share.copyLink')}
          </Button>
        </li>
      </ul>
    </div>
  );
};
