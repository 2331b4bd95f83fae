/** Public interface of the runtime, which pages, templates and shells import from `@safelight/sitegen/runtime`. */
export {
  loadMessages,
  type NavigateOptions,
  navigateTo,
  type SwitchOptions,
  switchLocale,
  useQuery,
} from './client.ts';
export { type IconData, type Shell, useCustom, usePage, useRoute, useSite } from './context.tsx';
export { type Failure, FatalError } from './errors.ts';
export { useHead } from './head.ts';
export { Icon, type IconProps, NamedIcon } from './icon.tsx';
export { Link, type LinkProps, LocaleLink, type LocaleLinkProps } from './link.tsx';
export { Markup, type MarkupProps } from './markup.tsx';
export type { MessageArguments, MessageKey, MessageValues, RichTags, Translate, Values } from './message-types.ts';
export { Rich, useLocale, useMessages } from './messages.ts';
export { resolveLocalePath } from './paths.ts';
export { Picture, type PictureProps } from './picture.tsx';
export { useSearch } from './search.ts';
export type { Search, SearchAnswer, SearchResult, SectionResult, TextPart } from './search-index.ts';
export { setTheme, useTheme } from './theme.ts';
