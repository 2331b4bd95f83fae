/** `2026-03-01` in words: `1 March 2026`, in the given language. */
export const longDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
