import { describe, expect, it } from 'vitest';
import { pathRules } from '../../../../cli/serve/rules.ts';

const rules = pathRules({
  base: '/sub',
  csp: 'policy',
  rules: {
    '/a/**': { redirect: { to: '/b', status: 301 }, headers: { 'X-One': 'wide', 'X-Two': 'wide' } },
    '/a/*/c': { redirect: { to: 'https://other.example/x', status: 302 } },
    '/a/b/c': { headers: { 'X-One': 'exact' } },
  },
});

const policies = {
  'Content-Security-Policy': 'policy',
  'Permissions-Policy': expect.stringContaining('camera=()'),
};

describe('pathRules', () => {
  it('takes the most specific redirect, its target with base', () => {
    expect(rules.redirect('/a/x/c')).toMatchObject({ to: 'https://other.example/x', status: 302 });
    expect(rules.redirect('/a/x')).toMatchObject({ to: '/sub/b', status: 301 });
    expect(rules.redirect('/a')).toMatchObject({ to: '/sub/b' });
    expect(rules.redirect('/ab')).toBeNull();
  });

  it('gives the most specific rule the last word on each header', () => {
    expect(rules.headers('/a/b/c')).toEqual({ ...policies, 'X-One': 'exact', 'X-Two': 'wide' });
    expect(rules.headers('/')).toEqual(policies);
  });
});
