import type { BuildMeta } from '../contract.ts';

/**
 * Where a path is redirected to, or null: by its exact rule, else by the most specific glob with a redirect. A target
 * ending in `/**` takes over what the `/**` at the end of the glob stood for.
 */
export function redirectOf({ static: exact, wildcard }: BuildMeta['matcher'], path: string): string | null {
  const own = exact[path]?.redirect;
  if (own) return own.to;
  for (const [glob, { redirect }] of wildcard.toReversed()) {
    if (!redirect || !globPattern(glob).test(path)) continue;
    if (!redirect.to.endsWith('/**')) return redirect.to;
    const rest = glob.endsWith('/**') ? path.split('/').slice(glob.split('/').length - 1) : [];
    return [redirect.to.slice(0, -3), ...rest].join('/') || '/';
  }
  return null;
}

/** `*` stands for one segment, `**` for any number of them, none included. */
export function globPattern(glob: string): RegExp {
  const source = glob.replace(/\/?\*\*|\*|[.+?^${}()|[\]\\]/g, (part) => {
    if (part === '*') return '[^/]+';
    return part.endsWith('**') ? '(?:/.*)?' : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
