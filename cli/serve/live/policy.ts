/**
 * Extends the build's content security policy by what Vite's client needs: `<style>` elements that scripts insert, and
 * a web socket. `style` attributes stay blocked, as in production.
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
  // `style-src-elem` allows style elements only; `style-src` would allow `style` attributes too.
  extend('style-src-elem', directives.get('style-src') ?? fallback, ["'unsafe-inline'"]);
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}
