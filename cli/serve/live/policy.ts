/**
 * The build's content security policy with what Vite's client needs besides: styles that it puts in by script, and
 * its socket.
 */
export function developmentPolicy(policy: string): string {
  const more: Readonly<Record<string, string>> = { 'style-src': " 'unsafe-inline'", 'connect-src': ' ws: wss:' };
  return policy
    .split('; ')
    .map((directive) => directive + (more[directive.slice(0, directive.indexOf(' '))] ?? ''))
    .join('; ');
}
