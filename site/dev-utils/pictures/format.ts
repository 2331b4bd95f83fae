/** Formats a number of bytes in decimal kilobytes or megabytes. */
export const readableBytes = (bytes: number, language: string): string => {
  const isMegabytes = bytes >= 1_000_000;
  const amount = bytes / (isMegabytes ? 1_000_000 : 1000);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isMegabytes ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: amount < 10 ? 2 : amount < 100 ? 1 : 0,
  }).format(amount);
};

/** Fraction of the size that was saved; negative if the result is larger. */
export const savedFraction = (before: number, after: number): number => (before > 0 ? 1 - after / before : 0);

/** Formats a fraction as a percentage without decimals. */
export const readablePercentage = (fraction: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(fraction);
