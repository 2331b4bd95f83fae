import { expect, it } from 'vitest';
import { siteOf, smallSite } from '../site.ts';

it('two tags with one path are one error, however many pages their lists have', async () => {
  const site = siteOf(smallSite);
  site.edit('config/content.yaml', (text) =>
    text.replace("{tag}', template: List", "{tag}', template: List, perPage: 1"),
  );
  for (const [slug, tag] of Object.entries({ a: 'light', b: 'Light', c: 'Light' }))
    site.write(
      `content/blog/${slug}/en.md`,
      `---\ntitle: ${slug}\ndescription: d\ndate: 2025-01-01\ntags: [${tag}]\n---\nText.\n`,
    );
  const { problems } = await site.build();
  const conflicts = problems.filter(({ code }) => code === 'ROUTE_CONFLICT');
  expect(conflicts).toMatchObject([
    { message: expect.stringMatching(/^Two pages claim \/blog\/tag\/light: the tag "light" .* and the tag "Light" /) },
  ]);
  site.close();
});
