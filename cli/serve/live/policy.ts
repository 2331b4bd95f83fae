/**
 * The build's content security policy, extended by what Vite's client needs: `<style>` elements that scripts insert, and a
 * socket. Nothing else differs: a `style` attribute is blocked here as it is in production.
 */
export function developmentPolicy(policy: string): string {
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources] as const;
    }),
  );
  const extend = (name: string, from: readonly string[], sources: readonly string[]) =>
    directives.set(name, [
      ...new Set([...(directives.get(name) ?? from).filter((one) => one !== "'none'"), ...sources]),
    ]);
  const fallback = directives.get('default-src') ?? [];
  extend('connect-src', fallback, ['ws:', 'wss:']);
  // Refines `style-src`, so that attributes are not allowed with the elements.
  extend('style-src-elem', directives.get('style-src') ?? fallback, ["'unsafe-inline'"]);
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
