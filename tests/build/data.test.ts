import { expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

it('a build lists the data files that are missing or have errors', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/routes.yaml', (text) =>
    text.replace(
      'seo: about.seo }',
      `seo: about.seo, data: {
    missing: { file: "data/missing.{locale}.json" }, comma: { file: data/comma.json }, deep: { file: data/deep.json },
    good: { file: data/good.json }, table: { file: data/table.csv }, yaml: { file: data/list.yaml } } }`,
    ),
  );
  site.write('data/comma.json', '{\n  "a": 1,\n}\n');
  site.write('data/deep.json', `${'['.repeat(50)}${']'.repeat(50)}`);
  site.write('data/missing.de.json', '{}');
  site.write('data/good.json', '{ "a": [null, { "b": 1 }] }');
  site.write('data/table.csv', 'id,name\na,"A\n');
  site.write('data/list.yaml', 'a: [1\n');
  const { problems } = await site.build();
  expect(site.has('dist')).toBe(false);
  const places = problems.map(({ code, file, line, column }) => [code, file, line, column].join(' ').trim());
  expect(places.toSorted()).toEqual([
    'CONTENT_YAML data/list.yaml 2 1',
    'DATA_MISSING data/missing.en.json',
    'DATA_SYNTAX data/comma.json 3 1',
    'DATA_SYNTAX data/deep.json 1 41',
    'DATA_SYNTAX data/table.csv 2 1',
  ]);
  site.close();
});
