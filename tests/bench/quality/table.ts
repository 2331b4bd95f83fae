import type { Measure, Row } from './part.ts';

const DIGITS: { readonly [measure in Measure]: number } = {
  PSNR: 2,
  SSIM: 3,
  IoU: 3,
  MAE: 4,
  recall: 3,
  precision: 3,
  strays: 4,
};

/** Less is better. */
const isError = (measure: Measure): boolean => measure === 'MAE' || measure === 'strays';

export type Line = Row & {
  readonly title: string;
  /** Peak of resident memory of the page's process; null for a part that uses no page. */
  readonly peakMb: number | null;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Markdown: one line for each job and measure, means over its pictures, and the worst picture. */
export function tableOf(lines: readonly Line[]): string {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.title} ${line.job} ${line.measure}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const head = [
    'tool',
    'job',
    'pictures',
    'measure',
    'untouched',
    'classical',
    'tool',
    'worst',
    'minimum gain',
    's/MP',
    'MB',
  ];
  return markdown(head, [...groups.values()].map(summary));
}

function summary(lines: readonly Line[]): readonly string[] {
  const { title, job, measure } = lines[0]!;
  const shown = (value: number) => value.toFixed(DIGITS[measure]);
  const meanOf = (pick: (line: Line) => number | null) => {
    const values = lines.map(pick).filter((value) => value !== null);
    return values.length === lines.length ? shown(mean(values)) : '–';
  };
  const sign = isError(measure) ? -1 : 1;
  const worst = sign * Math.min(...lines.map(({ tool }) => sign * tool));
  const gains = lines.flatMap(({ tool, untouched, classical }) => {
    const others = [untouched, classical].filter((value) => value !== null);
    return others.length === 0 ? [] : [sign * tool - Math.max(...others.map((value) => sign * value))];
  });
  return [
    title,
    job,
    String(lines.length),
    measure,
    meanOf(({ untouched }) => untouched),
    meanOf(({ classical }) => classical),
    meanOf(({ tool }) => tool),
    shown(worst),
    gains.length > 0 ? signed(Math.min(...gains), shown) : '–',
    mean(lines.map(({ secondsPerMegapixel }) => secondsPerMegapixel)).toFixed(1),
    megabytes(Math.max(...lines.map(({ peakMb }) => peakMb ?? 0))),
  ];
}

const megabytes = (peakMb: number | null): string => (peakMb ? peakMb.toFixed(0) : '–');

const signed = (value: number, shown: (value: number) => string): string =>
  `${value < 0 ? '−' : '+'}${shown(Math.abs(value))}`;

/** Every row by itself. */
export function eachOf(lines: readonly Line[]): string {
  const head = ['tool', 'job', 'picture', 'measure', 'untouched', 'classical', 'tool', 's/MP', 'MB'];
  const rows = lines.map(
    ({ title, job, picture, measure, untouched, classical, tool, secondsPerMegapixel, peakMb }) => {
      const shown = (value: number | null) => (value === null ? '–' : value.toFixed(DIGITS[measure]));
      return [
        title,
        job,
        picture,
        measure,
        shown(untouched),
        shown(classical),
        shown(tool),
        secondsPerMegapixel.toFixed(1),
        megabytes(peakMb),
      ];
    },
  );
  return markdown(head, rows);
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i < 2 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
