import { useMessages, useSite } from '@safelight/sitegen/runtime';
import { publicUrl } from './public-url.ts';
import css from './SocialLink.module.css';

type SocialLinkProps = {
  /** Name of the network. Its icon in `public/social` has the same name in lower case. */
  readonly network: string;
  readonly href: string;
  /** Accessible name; "opens in a new tab" is appended. */
  readonly label: string;
};

/** An icon of a social network that links to `href` in a new tab. */
export const SocialLink = ({ network, href, label }: SocialLinkProps) => {
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
        src={publicUrl(site, `/social/${network.toLowerCase()}.svg`)}
        alt=""
        width={20}
        height={20}
        loading="lazy"
      />
    </a>
  );
};
