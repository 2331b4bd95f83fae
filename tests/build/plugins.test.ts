import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '../serve/served.ts';
import { program, type Site, siteOf, smallSite } from '../site.ts';

/** Plugins of a file, with options, and of a package that is installed. */
const plugins = `
-- config/site.yaml --
name: Small
url: https://small.example
plugins:
  - { module: ./plugins/words.mjs, options: { word: lamp } }
  - installed
-- plugins/words.mjs --
import { shout } from './shout.mjs';
export default ({ word }) => ({
  name: 'words',
  remarkPlugins: [() => (tree, file) => {
    for (const { children = [] } of tree.children) for (const node of children) {
      if (node.value?.includes('The end')) file.message('It ends.', node);
      node.value = node.value?.replace('A text', word).replace('The end', 'THE END');
    }
  }],
  rehypePlugins: [() => (tree) => {
    tree.children.push({ type: 'element', tagName: 'p', properties: { style: 'color: red' }, children: [{ type: 'text', value: shout(word) }] });
  }],
  head: (site) => ({ meta: [{ name: 'generator-of', content: site.name }] }),
});
-- plugins/shout.mjs --
export const shout = (text) => text.toUpperCase() + '!';
-- node_modules/installed/package.json --
{ "name": "installed", "version": "1.0.0", "type": "module", "main": "index.js" }
-- node_modules/installed/index.js --
export default { name: 'installed', commands: { pages: { description: 'count words', run: ({ args, root }) => { console.log(args.join('+'), root); return args.length; } }, build: { description: 'x', run() {} } }, vite: () => [{ name: 'word', transform: (code, id) => id.endsWith('About.tsx') ? code.replaceAll('__WORD__', 'word one') : null }] };
-- site/pages/About.tsx --
export function Page() {
  return <h1>__WORD__</h1>;
}
`;

describe('plugins of a site', () => {
  let site: Site;
  beforeAll(() => {
    site = siteOf(smallSite, plugins);
  });
  afterAll(() => site.close());

  const readPage = (path: string): string => site.read(`dist/${path}/index.html`);
  const build = async () => {
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    return built;
  };

  it('change Markdown, finished HTML, heads and code, and warn with a place', async () => {
    const { report } = await build();
    expect(readPage('blog/first')).toContain('lamp');
    expect(readPage('blog/first')).toContain('<p style="color: red">LAMP!</p>');
    expect(readPage('blog/third')).toContain('THE END');
    expect(readPage('about')).toContain('<h1>word one</h1>');
    expect(readPage('about')).toContain('<meta data-h name="generator-of" content="Small">');
    expect(report?.warnings).toEqual([
      expect.objectContaining({
        code: 'PLUGIN_WARNING',
        message: 'It ends.',
        file: 'content/blog/third/en.md',
        line: 6,
      }),
    ]);
  });

  it('are part of what is cached: by their options, their files and those of their packages, with or without a new version', async () => {
    expect((await build()).report?.rendered).toBe(0);
    site.edit('config/site.yaml', (text) => text.replace('word: lamp', 'word: light'));
    await build();
    expect(readPage('blog/first')).toContain('LIGHT!');
    site.edit('plugins/shout.mjs', (text) => text.replace("+ '!'", "+ '?'"));
    await build();
    expect(readPage('blog/first')).toContain('LIGHT?');
    site.edit('node_modules/installed/index.js', (text) => text.replace('word one', 'word two'));
    site.edit('node_modules/installed/package.json', (text) => text.replace('1.0.0', '1.0.1'));
    await build();
    expect(readPage('about')).toContain('<h1>word two</h1>');
    site.edit('node_modules/installed/index.js', (text) => text.replace('word two', 'word six'));
    await build();
    expect(readPage('about')).toContain('<h1>word six</h1>');
    const incremental = site.files('dist');
    await site.build('--no-cache');
    expect(site.files('dist')).toEqual(incremental);
  });

  it('are part of what is cached with the linked packages that they depend on, by others as well', async () => {
    site.write('plugins/words.mjs', `import { word } from 'linked';\n${site.read('plugins/words.mjs')}`);
    site.edit('plugins/words.mjs', (text) => text.replace('shout(word)', 'shout(word) + linkedWord'));
    site.edit('plugins/words.mjs', (text) => text.replace('{ word }', '{ word as linkedWord }'));
    site.write('package.json', '{ "dependencies": { "linked": "1.0.0", "@safelight/sitegen": "1.0.0" } }');
    const manifest =
      '{ "type": "module", "main": "index.js", "dependencies": { "beneath": "1.0.0", "linked": "1.0.0" } }';
    for (const name of ['linked', 'beneath']) {
      site.write(`packages/${name}/package.json`, manifest);
      site.link(`node_modules/${name}`, `../packages/${name}`);
    }
    site.write('packages/linked/index.js', "export { word } from 'beneath';\n");
    for (const word of ['lens', 'frame']) {
      site.write('packages/beneath/index.js', `export const word = '${word}';\n`);
      await build();
      expect(readPage('blog/first')).toContain(`LIGHT?${word}`);
    }
    expect((await build()).report?.rendered).toBe(0);
    site.edit('plugins/words.mjs', (text) => text.replace(/^.*\n/, '').replace(' + linkedWord', ''));
    await build();
  });

  it('do the same in development, and follow edits', async () => {
    const served: Served = await serve(site);
    expect((await served.get('/blog/first')).text).toContain('LIGHT?');
    expect((await served.get('/about')).text).toContain('word six');
    expect((await served.get('/about')).text).toContain('<meta data-h name="generator-of" content="Small">');
    expect((await served.get('/site/pages/About.tsx')).text).toContain('word six');
    site.edit('config/site.yaml', (text) => text.replace('word: light', 'word: lantern'));
    await served.until('/blog/first', ({ text }) => text.includes('LANTERN?'));
    await served.stop();
  });

  it('write files for a host, and check the pages', async () => {
    site.write(
      'plugins/host.mjs',
      `export default {
        name: 'host',
        files: ({ pages, headers, redirects }) => ({ 'host.json': JSON.stringify({ pages: pages.length, headers, redirects }) }),
        check: ({ pages }) => pages.filter(({ html }) => !html().includes('<h2')).map(({ path }) => ({ severity: 'warning', message: path + ' has no heading' })),
      };`,
    );
    site.edit('config/site.yaml', (text) => `${text}  - ./plugins/host.mjs\n`);
    site.edit('config/routes.yaml', (text) => `${text}rules: { /old: { redirect: /about } }\n`);
    const { report } = await build();
    expect(JSON.parse(site.read('dist/host.json'))).toMatchObject({
      pages: report?.pages,
      headers: expect.arrayContaining([expect.objectContaining({ path: '/**' })]),
      redirects: [{ path: '/old', to: '/about', status: 301 }],
    });
    expect(report?.warnings).toContainEqual(
      expect.objectContaining({ code: 'PLUGIN_CHECK', message: 'host: /about has no heading' }),
    );
    site.edit('plugins/host.mjs', (text) => text.replace("severity: 'warning', ", '').replace('host.json', '../out'));
    expect((await site.build()).problems.map(({ code }) => code)).toEqual(['PLUGIN_FAILED']);
    site.edit('plugins/host.mjs', (text) => text.replace('../out', 'robots.txt'));
    expect((await site.build()).problems.map(({ code }) => code)).toEqual(['OUTPUT_CONFLICT']);
    site.edit('plugins/host.mjs', (text) => text.replace('robots.txt', 'about'));
    expect((await site.build()).problems[0]).toMatchObject({
      code: 'OUTPUT_CONFLICT',
      message: expect.stringContaining('needs a folder where the output file about (a file of the plugin host'),
    });
    site.edit('plugins/host.mjs', (text) => text.replace("'about'", "'about/'"));
    expect((await site.build()).problems.map(({ code }) => code)).toEqual(['PLUGIN_FAILED']);
    site.edit('plugins/host.mjs', (text) => text.replace('about/', 'host.json'));
    const refused = await site.build();
    expect([refused.code, refused.problems.filter(({ code }) => code === 'PLUGIN_CHECK').length > 0]).toEqual([
      1,
      true,
    ]);
    site.edit('config/site.yaml', (text) => text.replace('  - ./plugins/host.mjs\n', ''));
  });

  it('add commands, which the help lists', () => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [program, ...args], { cwd: site.root, encoding: 'utf8', env: process.env });
    expect(run('--help').stdout).toMatch(/pages .*count words/);
    expect(run('--help').stderr).toContain('The command `build` of the plugin `installed` is left out');
    const { status, stdout } = run('pages', 'one', '--two');
    expect([status, stdout]).toEqual([2, `one+--two ${site.root}\n`]);
    expect(run('pagse').status).toBe(2);
  });

  it('are reported if they do not exist, give no plugin or throw', async () => {
    site.edit('config/site.yaml', (text) => text.replace('- installed', '- instaled'));
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({ code: 'PLUGIN_NOT_FOUND', file: 'config/site.yaml', line: 5 }),
    ]);
    site.edit('config/site.yaml', (text) => text.replace('- instaled', '- installed'));
    site.write('plugins/words.mjs', 'export const plugin = 1;\n');
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({ code: 'PLUGIN_FAILED', file: 'plugins/words.mjs' }),
    ]);
    site.write('lib/names.mjs', 'export const name = = 1;\n');
    for (const [text, line, column, at = 'plugins/words.mjs'] of [
      ["export default {\n  name: 'x' y,\n};\n", 2, 13],
      ["import { gone } from './shout.mjs';\nexport default gone;\n", 1, 10],
      ["const name = 'x';\nexport default { name: nam };\n", 2, 24],
      ["import { name } from '../lib/names.mjs';\nexport default { name };\n", 1, 21, 'lib/names.mjs'],
    ] as const) {
      site.write('plugins/words.mjs', text);
      expect((await site.build()).problems).toMatchObject([{ code: 'PLUGIN_FAILED', file: at, line, column }]);
    }
    site.write('plugins/words.mjs', "export default { name: 'x' };\n");
    expect((await site.build()).problems).toMatchObject([
      { code: 'PLUGIN_TAKES_NO_OPTIONS', file: 'config/site.yaml' },
    ]);
    site.edit('config/site.yaml', (text) => text.replace(/, options: \{ .*? \}/, ''));
    site.write('plugins/words.mjs', "export default { name: 'x', remarkPlugin: [],\n  'colour (': 1 };\n");
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({ code: 'PLUGIN_UNKNOWN_PART', hint: 'Did you mean `remarkPlugins`?' }),
      expect.objectContaining({ code: 'PLUGIN_UNKNOWN_PART', file: 'plugins/words.mjs', line: 2, column: 4 }),
    ]);
    site.write(
      'plugins/words.mjs',
      "export default { name: 'x', remarkPlugins: [() => () => { throw new Error('no'); }] };\n",
    );
    expect((await site.build()).problems).toContainEqual(
      expect.objectContaining({
        code: 'PLUGIN_FAILED',
        file: 'content/blog/first/en.md',
        hint: 'Correct the plugin, which threw this in plugins/words.mjs:1:65.',
      }),
    );
  });

  it.each(['head', 'files', 'check'])('are reported at the line where their %s throws', async (part) => {
    site.write('plugins/words.mjs', `export default { name: 'x',\n  ${part}: () => { throw new Error('no'); } };\n`);
    const expected = { code: 'PLUGIN_FAILED', file: 'plugins/words.mjs', line: 2, column: 19 + part.length };
    expect((await site.build()).problems).toMatchObject([expected]);
  });

  it('are reported if a part is not what it must be, or returns what it must not', async () => {
    const parts = {
      remarkPlugins: "['remark-math']",
      rehypePlugins: '() => {}',
      vite: '[]',
      card: "{ format: 'gif', draw() {} }",
      serve: '{ answer() {} }',
      commands: '{ deploy: () => 0 }',
    };
    const text = Object.entries(parts).map(([name, value]) => `\n${name}: ${value}`);
    site.write('plugins/words.mjs', `export default { name: 'x', ${text.join(', ')} };\n`);
    expect((await site.build()).problems.map(({ code, file, line, message }) => [code, file, line, message])).toEqual(
      Object.keys(parts).map((part, index) => [
        'PLUGIN_WRONG_PART',
        'plugins/words.mjs',
        index + 2,
        `The part \`${part}\` of the plugin \`./plugins/words.mjs\` is not what it must be.`,
      ]),
    );
    const returned = [
      ['files', "[{ path: 'a.txt', content: 'x' }]", '`files` must return a map from paths to texts'],
      ['files', "({ 'a.json': { a: 1 } })", '`files` must return a map from paths to texts'],
      ['files', "'text'", '`files` must return a map from paths to texts'],
      ['head', '(async () => ({ meta: [] }))()', '`head` must return lists by name: { meta, link, script }'],
      [
        'head',
        "({ metas: [{ name: 'a', content: 'b' }] })",
        '`head` must return lists by name: { meta, link, script }',
      ],
      ['check', "['bad']", '`check` must return a list of problems: [{ message, severity }]'],
      [
        'check',
        "[{ message: 'x', severity: 'fatal' }]",
        '`check` must return a list of problems: [{ message, severity }]',
      ],
    ] as const;
    for (const [part, value, text] of returned) {
      site.write('plugins/words.mjs', `export default { name: 'x', ${part}: () => ${value} };\n`);
      const { problems } = await site.build();
      expect(
        problems.map(({ code }) => code),
        `${part} ${value}`,
      ).toEqual(['PLUGIN_FAILED']);
      expect(problems[0]).toMatchObject({ message: expect.stringContaining(text), file: 'plugins/words.mjs' });
    }
  });
});
