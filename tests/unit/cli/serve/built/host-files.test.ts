import { describe, expect, it } from 'vitest';
import { hostFiles } from '../../../../../cli/emit/hosts.ts';
import { hostRules } from '../../../../../cli/serve/built/host-files.ts';
import { pathRules } from '../../../../../cli/serve/rules.ts';

const input = {
  base: '/sub',
  csp: "default-src 'self'",
  notFound: ['/404', '/de/404'],
  rules: {
    '/old': { redirect: { to: '/new', status: 301 } },
    '/was/*/x': { redirect: { to: 'https://other.example/', status: 302 } },
    '/news/**': { redirect: { to: '/blog', status: 307 }, headers: { 'X-A': 'news' } },
    '/news/kept': { headers: { 'X-A': 'kept' } },
    '/über uns': { headers: { 'X-B': 'yes' } },
  },
};
const paths = [
  '/',
  '/old',
  '/old/x',
  '/was/a/x',
  '/was/x',
  '/news',
  '/news/a/b',
  '/news/kept',
  '/über uns',
  '/assets/a.js',
  '/de/x',
];

describe('hostRules', () => {
  it.each(['netlify', 'cloudflare'] as const)('reads from the files for %s what they were written from', (host) => {
    const files = hostFiles(host, input);
    if (!files.ok) throw new Error('no files');
    const text = (path: string) => files.value.find((file) => file.path === path)?.content ?? '';
    const read = hostRules(text('_redirects'), text('_headers'));
    const meant = pathRules(input);
    for (const path of paths) {
      const move = meant.redirect(path);
      expect(read.redirect(`/sub${path}`), path).toMatchObject(move ? { to: move.to, status: move.status } : {});
      expect(read.redirect(`/sub${path}`) === null, path).toBe(move === null);
      expect(read.headers(`/sub${path}`), path).toEqual(meant.headers(path));
    }
  });

  it('leaves statuses that are no redirects to the server', () => {
    expect(hostRules('/de/* /de/404.html 404\n/a /b 200', '').redirect('/de/x')).toBeNull();
    expect(hostRules('# a comment\n\n/a /b', '').redirect('/a')).toMatchObject({ to: '/b', status: 301 });
  });
});

it('fills in what the path of a redirect matched, and encodes the target', () => {
  const { redirect } = hostRules(
    '/news/* /blog/:splat 301\n/a/:year/:name /b/:name?of=:year 302\n/jp /日本 301\n/x http://h:80/y',
    '',
  );
  const targets = ['/news/a/b c', '/news', '/a/2026/grün', '/jp', '/x'].map((path) => redirect(path)?.to);
  expect(targets).toEqual(['/blog/a/b%20c', '/blog/', '/b/gr%C3%BCn?of=2026', '/%E6%97%A5%E6%9C%AC', 'http://h:80/y']);
});
