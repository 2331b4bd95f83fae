/**
 * The build's content security policy, extended by what Vite's client needs: styles that scripts insert, and a socket.
 */
export function developmentPolicy(policy: string): string {
  const more: Readonly<Record<string, string>> = { 'style-src': " 'unsafe-inline'", 'connect-src': ' ws: wss:' };
  return policy
    .split('; ')
    .map((directive) => directive + (more[directive.slice(0, directive.indexOf(' '))] ?? ''))
    .join('; ');
}
