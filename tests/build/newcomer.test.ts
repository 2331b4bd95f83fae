import { describe, expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

describe('a build', () => {
  it('names what a newcomer may mean: a page for each entry, a component in a text, a key of the head, other settings', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('config/routes.yaml', (text) => text.replace('path: /about', 'path: "/products/{id}"'));
    const { stderr } = await site.build();
    site.close();
    expect(stderr).toContain('A page for each entry is the `path` of a collection in config/content.yaml');
    const other = siteWithBundles(smallSite);
    other.write('vite.config.ts', 'export default {};\n');
    other.edit('site/pages/About.tsx', (page) => `${page}export const head = () => ({ titel: 'About' });\n`);
    other.edit(
      'content/blog/third/en.md',
      (body) => `${body}\n<Counter start="3"/>\n\n\`\`\`js wrap {1}\nlet a;\n\`\`\`\n`,
    );
    const { report } = await other.build();
    expect(report?.warnings.map(({ code, file, hint }) => [code, file, hint])).toEqual([
      ['CONFIG_NOT_READ', 'vite.config.ts', expect.stringContaining('`plugins`')],
      ['HEAD_UNKNOWN_KEY', 'site/pages/About.tsx', 'Did you mean `title`?'],
      ['CONTENT_HTML_REMOVED', 'content/blog/third/en.md', expect.stringContaining('`::counter`')],
      ['CONTENT_CODE_META', 'content/blog/third/en.md', expect.stringContaining('rehype plugin')],
    ]);
    other.close();
  });

  it('warns of settings of Vite that were added since the last build, and no longer once they are gone', async () => {
    const site = siteWithBundles(smallSite);
    const codes = async () => (await site.build()).report?.warnings.map(({ code }) => code);
    expect(await codes()).toEqual([]);
    site.write('vite.config.ts', 'export default {};\n');
    expect(await codes()).toEqual(['CONFIG_NOT_READ']);
    site.remove('vite.config.ts');
    expect(await codes()).toEqual([]);
    site.close();
  });
});
