import { useLocale } from '@safelight/sitegen/runtime';
import { longDate } from './long-date.ts';

/** A date in words of the page's language. The browser may know other names of months than the server did. */
export const DateText = ({ date }: { readonly date: string }) => {
  const { language } = useLocale();
  return (
    <time dateTime={date} suppressHydrationWarning>
      {longDate(date, language)}
    </time>
  );
};
