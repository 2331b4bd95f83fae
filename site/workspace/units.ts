/** Formatters of numbers for one language. */
export type Units = {
  readonly bytes: (bytes: number) => string;
  /** Milliseconds as whole seconds, or minutes from two of them on. */
  readonly time: (ms: number) => string;
  /** 0..1 as percent. */
  readonly percent: (share: number) => string;
  /** 0..1 as percent with two significant digits. */
  readonly share: (share: number) => string;
  readonly number: (value: number) => string;
};

const STEPS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function unitsOf(language: string): Units {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });
  const unit = (value: number, name: string, digits = 0) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: name === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
    }).format(value);
  return {
    bytes: (bytes) => {
      const step = bytes < 1000 ? 0 : Math.min(STEPS.length - 1, Math.floor(Math.log10(bytes) / 3));
      const value = bytes / 1000 ** step;
      return unit(value, STEPS[step] ?? 'byte', step > 0 && value < 10 ? 1 : 0);
    },
    time: (ms) =>
      ms < 120_000 ? unit(Math.max(1, Math.round(ms / 1000)), 'second') : unit(Math.round(ms / 60_000), 'minute'),
    percent: (share) => percent.format(share),
    share: (share) => exact.format(share),
    number: (value) => number.format(value),
  };
}
