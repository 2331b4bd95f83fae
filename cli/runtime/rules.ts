import type { BuildMeta } from '../contract.ts';

/** Where a path is redirected to, or null: by its exact rule, else by the most specific glob with a redirect. */
export function redirectOf({ static: exact, wildcard }: BuildMeta['matcher'], path: string): string | null {
  const rule =
    exact[path]?.redirect ??
    wildcard.findLast(([glob, { redirect }]) => redirect && globPattern(glob).test(path))?.[1].redirect;
  return rule?.to ?? null;
}

/** `*` stands for one segment or a part of it, `**` for any number of segments, none included. */
export function globPattern(glob: string): RegExp {
  const segments = glob.split('/').slice(1);
  const source = segments.map((segment) => {
    if (segment === '**') return '(?:/[^/]+)*';
    if (segment === '*') return '/[^/]+';
    return `/${segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}`;
  });
  return new RegExp(`^${source.join('')}/?$`);
}
