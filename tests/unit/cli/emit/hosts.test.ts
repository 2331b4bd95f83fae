import { describe, expect, test } from 'vitest';
import { type Host, type HostInput, hostFiles } from '../../../../cli/emit/hosts.ts';

const permissions = '  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\n';

const input: HostInput = {
  base: '',
  csp: "default-src 'self'",
  notFound: ['/404', '/de/404'],
  rules: {
    '/**': { headers: { 'X-Frame-Options': 'DENY' } },
    '/embed/**': { headers: { 'x-frame-options': 'SAMEORIGIN' } },
    '/home': { redirect: { to: '/', status: 301 } },
    '/old/**': { redirect: { to: '/new', status: 302 } },
    '/old/*/print': { redirect: { to: 'https://print.example/', status: 308 } },
  },
};

function filesOf(host: Host, change: Partial<HostInput> = {}) {
  const result = hostFiles(host, { ...input, ...change });
  if (!result.ok) throw new Error('host files never fail');
  return {
    files: Object.fromEntries(result.value.map((file) => [file.path, file.content])),
    warnings: result.warnings,
  };
}

describe('Netlify', () => {
  test('lists the most specific redirect first, forced over redirect pages', () => {
    expect(filesOf('netlify').files._redirects).toBe(
      '/home / 301!\n/old/:part2/print https://print.example/ 308!\n/old/* /new 302!\n/de/* /de/404.html 404\n',
    );
  });

  test('lists headers from the least to the most specific', () => {
    expect(filesOf('netlify').files._headers).toBe(
      [
        `/*\n  Content-Security-Policy: default-src 'self'\n${permissions}`,
        '/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n',
        '/builds/meta/*\n  Cache-Control: public, max-age=31536000, immutable\n',
        '/builds/latest.json\n  Cache-Control: no-cache\n',
        '/*\n  X-Frame-Options: DENY\n',
        '/embed/*\n  x-frame-options: SAMEORIGIN\n',
      ].join('\n'),
    );
  });

  test('prefixes everything with the base', () => {
    const { files } = filesOf('netlify', { base: '/sub', csp: null });
    expect(files._redirects).toBe(
      '/sub/home /sub/ 301!\n/sub/old/:part2/print https://print.example/ 308!\n/sub/old/* /sub/new 302!\n/sub/de/* /sub/de/404.html 404\n',
    );
    expect(files._headers).toMatch(/^\/sub\/\*\n {2}Permissions-Policy: .*\n+\/sub\/assets\/\*\n/);
    expect(files._headers).not.toContain('Content-Security-Policy');
  });

  test('omits a rule that the host cannot express, with a warning', () => {
    const { files, warnings } = filesOf('netlify', {
      rules: { '/a*': { redirect: { to: '/', status: 301 } }, '/x/**/y': { headers: { A: 'b' } } },
    });
    expect(files._redirects).toBe('/de/* /de/404.html 404\n');
    expect(files._headers).not.toContain('A: b');
    expect(warnings.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        'HOST_RULE_UNSUPPORTED',
        'warning',
        "Netlify cannot express the redirect from /a*; the host's files do not contain it.",
      ],
      [
        'HOST_RULE_UNSUPPORTED',
        'warning',
        "Netlify cannot express the headers of /x/**/y; the host's files do not contain it.",
      ],
    ]);
  });
});

describe('Cloudflare Pages', () => {
  test('has two patterns for a folder and its contents, without the mark `!`', () => {
    expect(filesOf('cloudflare').files._redirects).toBe(
      '/home / 301\n/old/:part2/print https://print.example/ 308\n/old /new 302\n/old/* /new 302\n',
    );
  });

  test('removes headers of earlier rules, which the host would join', () => {
    expect(filesOf('cloudflare').files._headers).toContain(
      '/embed/*\n  ! x-frame-options\n  x-frame-options: SAMEORIGIN\n',
    );
    expect(filesOf('cloudflare').files._headers).toContain('/*\n  X-Frame-Options: DENY\n');
  });
});

describe('nginx', () => {
  const conf = filesOf('nginx').files['nginx.conf'] as string;

  /** The value that the map gives to a path: that of the first pattern that fits, as nginx does. */
  function headerAt(header: string, path: string): string {
    const variable = new RegExp(`add_header "${header}" (\\$\\w+) always;`, 'i').exec(conf)?.[1] as string;
    const block = conf.slice(conf.indexOf(`${variable} {`)).split('\n}')[0] as string;
    const rules = [...block.matchAll(/^ {4}"(.*)" "(.*)";$/gm)].map(
      (match) => [match[1], match[2]] as [string, string],
    );
    // nginx reads two backslashes in quotes as one.
    const patternOf = (key: string) => new RegExp(key.replace(/^~/, '').replaceAll('\\\\', '\\'));
    expect(rules.filter(([key]) => !key.startsWith('~'))).toEqual([]);
    return rules.find(([key]) => patternOf(key).test(path))?.[1] ?? '';
  }

  test('takes a header from the most specific rule', () => {
    expect(headerAt('X-Frame-Options', '/')).toBe('DENY');
    expect(headerAt('X-Frame-Options', '/embed')).toBe('SAMEORIGIN');
    expect(headerAt('X-Frame-Options', '/embed/a/b')).toBe('SAMEORIGIN');
    expect(headerAt('Content-Security-Policy', '/any')).toBe("default-src 'self'");
    expect(headerAt('Cache-Control', '/de/blog')).toBe('no-cache');
    expect(headerAt('Cache-Control', '/assets/x.js')).toBe('public, max-age=31536000, immutable');
    expect(headerAt('Cache-Control', '/builds/latest.json')).toBe('no-cache');
  });

  test('ignores a slash at the end of a path, but not its case', () => {
    expect(headerAt('X-Frame-Options', '/embed/')).toBe('SAMEORIGIN');
    expect(headerAt('X-Frame-Options', '/Embed')).toBe('DENY');
    expect(conf).toContain('if ($site_path ~ "^/home/?$")');
  });

  test('keeps the query of a request where the target has none, in front of its fragment', () => {
    const text = filesOf('nginx', {
      rules: {
        '/a': { redirect: { to: '/b#part', status: 301 } },
        '/c': { redirect: { to: '/d?from=c', status: 301 } },
      },
    }).files['nginx.conf'];
    expect(text).toContain('return 301 "/b$is_args$args#part";');
    expect(text).toContain('return 301 "/d?from=c";');
  });

  test('serves redirects, pages without a slash and the not-found page of the language', () => {
    expect(conf).toContain('if ($site_path ~ "^/home/?$") { return 301 "/$is_args$args"; }');
    expect(conf).toContain(
      'if ($site_path ~ "^/old/[^/]+/print/?$") { return 308 "https://print.example/$is_args$args"; }',
    );
    expect(conf).toContain('"~^/de(?:/.*)?/?$" "/de/404.html";');
    expect(conf).toContain('default "/404.html";');
    expect(conf.split('{')).toHaveLength(conf.split('}').length);
  });

  test('hides files for hosts and names with a dot in front, but not .well-known', () => {
    const source = /location ~ "(.*)" \{ return 404; \}/.exec(conf)?.[1] as string;
    // nginx reads two backslashes in quotes as one.
    const pattern = new RegExp(source.replaceAll('\\\\', '\\'));
    const hides = (path: string) => pattern.test(path);
    expect(['/nginx.conf', '/_headers', '/_redirects', '/.sitegen-files.json', '/a/.git/b'].filter(hides)).toHaveLength(
      5,
    );
    expect(['/', '/nginx.conf.html', '/docs/nginx.conf', '/.well-known/security.txt', '/a.b'].filter(hides)).toEqual(
      [],
    );
  });

  test('matches percent escapes in any case', () => {
    const redirect = (to: string) => ({ redirect: { to, status: 301 } }) as const;
    const text = filesOf('nginx', { rules: { '/was?': redirect('/a'), '/é/*': redirect('/b') } }).files['nginx.conf'];
    const targetOf = (path: string) =>
      Array.from((text ?? '').matchAll(/if \(\$site_path ~ "(.*)"\) \{ return 301 "(.*?)\$/g)).find(
        ([, pattern = '']) => new RegExp(pattern).test(path),
      )?.[2];
    expect(['/was%3F', '/was%3f', '/was', '/%C3%A9/x', '/%c3%a9/x', '/%c3%A9/x'].map(targetOf)).toEqual([
      ...['/a', '/a', undefined],
      ...['/b', '/b', '/b'],
    ]);
  });

  test('has no duplicate key in a map, and escapes dollar signs', () => {
    const { files, warnings } = filesOf('nginx', {
      rules: {
        '/builds/latest.json': { headers: { 'cache-control': 'no-store' } },
        '/pay': { headers: { 'X-Price': '5 $' } },
        '/go$': { redirect: { to: 'https://shop.example/?a=$host&b=$1', status: 302 } },
      },
    });
    const text = files['nginx.conf'] as string;
    expect(text.match(/"~\^\/builds\/latest\\\\\.json\/\?\$" ".*"/g)).toEqual([
      '"~^/builds/latest\\\\.json/?$" "no-store"',
    ]);
    expect(text).toContain('geo $site_dollar { default "$"; }');
    const dollar = '$'.concat('{site_dollar}');
    expect(text).toContain(`"~^/pay/?$" "5 ${dollar}";`);
    expect(text).toContain(
      `if ($site_path ~ "^/go\\\\$/?$") { return 302 "https://shop.example/?a=${dollar}host&b=${dollar}1"; }`,
    );
    expect(warnings).toEqual([]);
  });
});
