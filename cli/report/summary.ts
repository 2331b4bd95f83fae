import { relative } from 'node:path';
import type { BuildReport } from './build-report.ts';
import { seconds } from './progress.ts';

/** The report of a build for a person. `verbose` adds the time of each stage and every page type. */
export function summary(report: BuildReport, options: { readonly verbose: boolean; readonly cwd: string }): string {
  const { pages, rendered, reused, bytes, files, ms } = report;
  const where = relative(options.cwd, report.out) || '.';
  const rate = rendered > 0 && report.stages.Rendering ? rendered / (report.stages.Rendering / 1000) : 0;
  const lines = [
    `Built ${count(pages, 'page')} in ${count(report.locales.length, 'locale')} into ${where} in ${seconds(ms)}`,
    row('rendered', `${rendered}${rate > 0 ? ` at ${Math.round(rate)}/s` : ''}, ${reused} as they were`),
    row('output', `${count(files, 'file')}, ${size(bytes)}; bundle ${report.bundle}; build ${report.id}`),
    row('memory', `${size(report.peakBytes)} at most`),
  ];
  const scripts = Object.entries(report.scripts).sort(([, a], [, b]) => b - a);
  if (scripts.length > 0) {
    const shown = options.verbose ? scripts : [...new Set([scripts[0], scripts.at(-1)])];
    lines.push(row('JavaScript', shown.map((one) => `${one?.[0]} ${size(one?.[1] ?? 0)}`).join(', ')));
  }
  if (report.slowest.length > 0) {
    lines.push(row('slowest', report.slowest.map(([path, time]) => `${path} ${seconds(time)}`).join(', ')));
  }
  const missing = report.locales.filter((locale) => locale.missing > 0);
  if (missing.length > 0) {
    lines.push(row('untranslated', missing.map(({ code, missing: n }) => `${code} ${n}`).join(', ')));
  }
  if (options.verbose) {
    lines.push(
      row(
        'stages',
        Object.entries(report.stages)
          .map(([name, time]) => `${name} ${seconds(time)}`)
          .join(', '),
      ),
    );
    lines.push(row('locales', report.locales.map(({ code, pages: n }) => `${code} ${n}`).join(', ')));
  }
  return lines.join('\n');
}

const row = (name: string, text: string): string => `  ${name.padEnd(13)}${text}`;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Bytes in units of 1000. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
