import { relative } from 'node:path';
import { type Progress, seconds } from './progress.ts';

/** The figures of a build. `--json` prints them unchanged, otherwise `summary` does. Times in milliseconds, sizes in bytes. */
export type BuildReport = {
  readonly id: string;
  readonly out: string;
  readonly pages: number;
  readonly rendered: number;
  readonly reused: number;
  readonly locales: readonly {
    readonly code: string;
    readonly pages: number;
    readonly missing: number;
    /** Keys of the messages that the locale lacks. */
    readonly missingKeys: readonly string[];
  }[];
  readonly files: number;
  readonly bytes: number;
  readonly bundle: 'made' | 'reused';
  /** Page key -> gzipped bytes of the JavaScript that its pages load first. */
  readonly scripts: Readonly<Record<string, number>>;
  /** When the same sources become another site; null: never. */
  readonly nextChange: NextChange | null;
  readonly slowest: readonly (readonly [path: string, ms: number])[];
  readonly stages: Readonly<Record<string, number>>;
  readonly ms: number;
  /** Maximum resident size of the process. */
  readonly peakBytes: number;
  /** Domain -> the report of its build, if locales have domains of their own. All other figures are then totals. */
  readonly domains?: Readonly<Record<string, BuildReport>>;
};

/** The next day on which a build publishes other entries. */
export type NextChange = {
  /** ISO date. */
  readonly date: string;
  /** Files of the entries that are published from then on, and of those that are no longer. */
  readonly publishes: readonly string[];
  readonly expires: readonly string[];
};

/** Returns the report of a site from those of its domains. `out`: the folder of their folders. */
export function joinReports(reports: Readonly<Record<string, BuildReport>>, out: string): BuildReport {
  const all = Object.values(reports);
  const total = (figure: (report: BuildReport) => number) => all.reduce((sum, report) => sum + figure(report), 0);
  const names = new Set(all.flatMap(({ stages }) => Object.keys(stages)));
  return {
    id: all.map(({ id }) => id).join('-'),
    out,
    pages: total(({ pages }) => pages),
    rendered: total(({ rendered }) => rendered),
    reused: total(({ reused }) => reused),
    locales: all.flatMap(({ locales }) => locales),
    files: total(({ files }) => files),
    bytes: total(({ bytes }) => bytes),
    bundle: all.some(({ bundle }) => bundle === 'made') ? 'made' : 'reused',
    scripts: Object.assign({}, ...all.map(({ scripts }) => scripts)) as BuildReport['scripts'],
    // All domains have the same entries.
    nextChange: all[0]?.nextChange ?? null,
    slowest: all.flatMap(({ slowest }) => slowest),
    stages: Object.fromEntries([...names].map((name) => [name, total(({ stages }) => stages[name] ?? 0)])),
    ms: total(({ ms }) => ms),
    peakBytes: Math.max(...all.map(({ peakBytes }) => peakBytes)),
    domains: reports,
  };
}

export type Timings = {
  readonly stage: (name: string) => void;
  /** Milliseconds by stage, in order. */
  readonly end: () => Readonly<Record<string, number>>;
};

/** Measures the stages of a build and reports them to `progress`. */
export function createTimings(progress: Progress, now: () => number): Timings {
  const times: Record<string, number> = {};
  let current = '';
  let started = now();
  const close = () => {
    if (current !== '') times[current] = now() - started;
  };
  return {
    stage: (name) => {
      close();
      current = name;
      started = now();
      progress.stage(name);
    },
    end: () => {
      close();
      progress.end();
      return times;
    },
  };
}

/** Formats a report as text. `verbose` adds the time of each stage, every page type and the keys of missing messages. */
export function summary(report: BuildReport, options: { readonly verbose: boolean; readonly cwd: string }): string {
  if (report.domains) {
    return Object.values(report.domains)
      .map((one) => summary(one, options))
      .join('\n');
  }
  const { pages, rendered, reused, bytes, files, ms } = report;
  const folder = relative(options.cwd, report.out) || '.';
  const rate = rendered > 0 && report.stages.Rendering ? rendered / (report.stages.Rendering / 1000) : 0;
  const lines = [
    `Built ${count(pages, 'page')} in ${count(report.locales.length, 'locale')} into ${folder} in ${seconds(ms)}`,
    row('rendered', `${rendered}${rate > 0 ? ` at ${Math.round(rate)}/s` : ''}, ${reused} reused`),
    row('output', `${count(files, 'file')}, ${size(bytes)}; bundle ${report.bundle}; build ${report.id}`),
    row('memory', `${size(report.peakBytes)} at most`),
  ];
  const scripts = Object.entries(report.scripts).sort(([, a], [, b]) => b - a);
  if (scripts.length > 0) {
    const shown = options.verbose ? scripts : [...new Set([scripts[0], scripts.at(-1)])];
    lines.push(row('JavaScript', shown.map((script) => `${script?.[0]} ${size(script?.[1] ?? 0)}`).join(', ')));
  }
  if (report.slowest.length > 0) {
    lines.push(row('slowest', report.slowest.map(([path, time]) => `${path} ${seconds(time)}`).join(', ')));
  }
  const { nextChange } = report;
  if (nextChange) {
    const parts = (['publishes', 'expires'] as const).flatMap((kind) =>
      nextChange[kind].length === 0 ? [] : [`${kind} ${shortList(nextChange[kind])}`],
    );
    lines.push(row('next change', `build again on ${nextChange.date}: ${parts.join('; ')}`));
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
    for (const { code, missingKeys } of missing) lines.push(row(`lacks ${code}`, missingKeys.join(', ')));
    lines.push(row('locales', report.locales.map(({ code, pages: n }) => `${code} ${n}`).join(', ')));
  }
  return lines.join('\n');
}

const shortList = (files: readonly string[]): string =>
  [...files.slice(0, 2), ...(files.length > 2 ? [`${files.length - 2} more`] : [])].join(', ');

const row = (name: string, text: string): string => `  ${name.padEnd(13)}${text}`;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** Formats bytes in units of 1000. */
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
