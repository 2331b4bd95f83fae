/** Public interface of the runtime, which pages, templates and shells import from `@safelight/sitegen/runtime`. */
export {
  loadMessages,
  type NavigateOptions,
  navigateTo,
  type SwitchOptions,
  switchLocale,
  useQuery,
} from './client.ts';
export { type Shell, useCustom, usePage, useRoute, useSite } from './context.tsx';
export { type Failure, FatalError } from './errors.ts';
export { useHead } from './head.ts';
export { Icon, type IconData, type IconProps, NamedIcon } from './icon.tsx';
export { Link, type LinkProps, LocaleLink, type LocaleLinkProps } from './link.tsx';
export { Markup, type MarkupProps } from './markup.tsx';
export {
  type MessageArguments,
  type MessageKey,
  type MessageValues,
  Rich,
  type RichTags,
  type Translate,
  useLocale,
  useMessages,
  type Values,
} from './messages.ts';
export { resolveLocalePath } from './paths.ts';
export { Picture, type PictureProps } from './picture.tsx';
export {
  type Search,
  type SearchAnswer,
  type SearchResult,
  type SectionResult,
  type TextPart,
  useSearch,
} from './search.ts';
export { setTheme, useTheme } from './theme.ts';
