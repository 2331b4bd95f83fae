import type { Plugin } from 'vite';

/** An address from the root in a style sheet; not one that begins with a host. */
const rootAddress = /\burl\(\s*(["']?)(\/(?!\/)[^"')]*)\1\s*\)/g;

/**
 * Returns a plugin that writes the base of the site before the addresses of public files in style sheets, such as
 * `url(/fonts/a.woff2)`. Addresses below the base stay: those of files that Vite has resolved, and those that are written
 * with it. It works between Vite's two plugins for styles, which resolve imports and addresses, and create the modules.
 */
export const cssBasePlugin = (base: string): Plugin => ({
  name: 'sitegen:css-base',
  transform: {
    filter: { id: /^(?!.*[?&](?:raw|url)\b).*\.(?:css|less|sass|scss|styl|stylus|pcss|postcss)(?:$|\?)/ },
    handler: (code) =>
      base === '' || !code.includes('url(')
        ? null
        : code.replaceAll(rootAddress, (whole, quote: string, path: string) =>
            path.startsWith(`${base}/`) ? whole : `url(${quote}${base}${path}${quote})`,
          ),
  },
});
