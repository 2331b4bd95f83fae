import { useMessages, useSite } from '@safelight/sitegen/runtime';
import { publicUrl } from './public-url.ts';
import css from './SocialLink.module.css';

type SocialLinkProps = {
  /** Name of the network's drawing in `public/social`. */
  readonly file: string;
  readonly href: string;
  /** What the link does; that a new tab opens is added. */
  readonly label: string;
};

/** A network's sign that leads there in a new tab. */
export const SocialLink = ({ file, href, label }: SocialLinkProps) => {
  const t = useMessages();
  const site = useSite();
  return (
    <a
      className={css.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} (${t('common.shell.newTab')})`}
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
  );
};
