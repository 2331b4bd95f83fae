/** What pages, templates and shells of a site may use. */
export { loadMessages, type NavigateOptions, navigateTo, type SwitchOptions, switchLocale } from './client.ts';
export { useCustom, usePage, useRoute, useSite } from './context.ts';
export { type CookieOptions, readCookie, useCookie, writeCookie } from './cookie.ts';
export { type Failure, FatalError } from './fatal.ts';
export type { Values } from './format.ts';
export { useHead } from './head.ts';
export { Icon, type IconData, type IconProps } from './icon.tsx';
export { Link, type LinkProps, LocaleLink, type LocaleLinkProps } from './link.tsx';
export { resolveLocalePath } from './locale.ts';
export { Markup, type MarkupProps } from './markup.tsx';
export type { MessageArguments } from './message-arguments.ts';
export {
  type MessageKey,
  type MessageValues,
  Rich,
  type RichTags,
  type Translate,
  useLocale,
  useMessages,
} from './messages.ts';
export { NamedIcon } from './named-icon.tsx';
export { useQuery } from './query.ts';
export { setTheme, useTheme } from './theme.ts';
export type { Shell } from './tree.tsx';
