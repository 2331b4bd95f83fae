import type { BuildMeta, RouteRule } from '../contract.ts';

/** Rule of a path: all that match, merged, where the most specific one wins; an exact path is the most specific. */
export function matchRules(matcher: BuildMeta['matcher'], path: string): RouteRule {
  const globs = matcher.wildcard.filter(([glob]) => globPattern(glob).test(path)).map(([, rule]) => rule);
  return Object.assign({}, ...globs, matcher.static[path]);
}

/**
 * Where a path is redirected to, or null. A target ending in `/**` takes over what the last `/**` of the rule's
 * glob stood for.
 */
export function redirectOf(matcher: BuildMeta['matcher'], path: string): string | null {
  const to = matchRules(matcher, path).redirect?.to;
  if (!to?.endsWith('/**')) return to ?? null;
  const glob = matcher.wildcard.findLast(([g, rule]) => rule.redirect?.to === to && globPattern(g).test(path))?.[0];
  const rest = glob?.endsWith('/**') ? path.split('/').slice(glob.split('/').length - 1) : [];
  return [to.slice(0, -3), ...rest].join('/') || '/';
}

/** `*` stands for one segment, `**` for any number of them, none included. */
export function globPattern(glob: string): RegExp {
  const source = glob.replace(/\/\*\*|\*\*|\*|[.+?^${}()|[\]\\]/g, (part) => {
    if (part === '/**') return '(?:/.*)?';
    if (part === '**') return '.*';
    return part === '*' ? '[^/]+' : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
