import type { ConfigOverrides } from '../config/types.ts';
import { fail, ok, type Result } from '../report/result.ts';

/** Options that `build` and `serve` share. */
export type SharedOptions = {
  readonly root: string;
  readonly siteUrl?: string;
  readonly base?: string;
  readonly out?: string;
  readonly domain?: string;
  readonly locale?: readonly string[];
  readonly pseudo?: boolean;
};

export function overridesOf({ siteUrl, base, out, domain, locale, pseudo }: SharedOptions): ConfigOverrides {
  return {
    ...(siteUrl === undefined ? {} : { siteUrl }),
    ...(base === undefined ? {} : { base }),
    ...(out === undefined ? {} : { out }),
    ...(domain === undefined ? {} : { domain }),
    ...(locale === undefined ? {} : { locales: locale }),
    ...(pseudo ? { pseudo } : {}),
  };
}

/** Returns the time of `SOURCE_DATE_EPOCH` in milliseconds; null if it is not set or empty. */
export function sourceDate({ SOURCE_DATE_EPOCH: seconds = '' }: NodeJS.ProcessEnv): Result<number | null> {
  if (seconds === '') return ok(null);
  if (/^\d{1,12}$/.test(seconds)) return ok(Number(seconds) * 1000);
  const message = `SOURCE_DATE_EPOCH is \`${seconds}\`, which is no number of seconds.`;
  const hint = 'Set it to the seconds since 1970, such as those of `git log -1 --format=%ct`, or unset it.';
  return fail([{ code: 'CONFIG_OPTION', severity: 'error', message, hint }]);
}
