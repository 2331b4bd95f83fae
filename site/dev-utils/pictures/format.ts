/** Bytes as people read them, in kilobytes or megabytes of a thousand. */
export const readableBytes = (bytes: number, language: string): string => {
  const mega = bytes >= 1_000_000;
  const amount = bytes / (mega ? 1_000_000 : 1000);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: mega ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: amount < 10 ? 2 : amount < 100 ? 1 : 0,
  }).format(amount);
};

/** Share that was saved; negative where the result is larger. */
export const savedShare = (before: number, after: number): number => (before > 0 ? 1 - after / before : 0);

/** A share as percent without decimals. */
export const readableShare = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(share);
