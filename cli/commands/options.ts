import type { ConfigOverrides } from '../config/types.ts';

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
