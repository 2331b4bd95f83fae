import { useLocale } from '@safelight/sitegen/runtime';
import { longDate } from './long-date.ts';

/** A date in the page's language. Server and browser may format it differently: the mismatch is suppressed. */
export const DateText = ({ date }: { readonly date: string }) => {
  const { language } = useLocale();
  return (
    <time dateTime={date} suppressHydrationWarning>
      {longDate(date, language)}
    </time>
  );
};
