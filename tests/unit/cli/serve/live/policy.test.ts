import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../../../cli/render/csp.ts';
import { developmentPolicy } from '../../../../../cli/serve/live/policy.ts';

describe('developmentPolicy', () => {
  it('adds style elements by script and the socket, and changes nothing else', () => {
    const built = contentSecurityPolicy('let a', { 'connect-src': ['https://api.example'] });
    const policy = developmentPolicy(built);
    expect(policy).toContain("style-src 'self';");
    expect(policy).toMatch(/; style-src-elem 'self' 'unsafe-inline'$/);
    expect(policy).toContain("connect-src 'self' https://api.example ws: wss:;");
    expect(policy.replace("; style-src-elem 'self' 'unsafe-inline'", '').replace(' ws: wss:', '')).toBe(built);
  });
});
