import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runningIn } from '../processes.ts';
import { program, type Site, siteWithBundles, smallSite } from '../site.ts';

const loop = "writeSync(2, 'loops\\n'); for (;;) Math.random();";
const plugin = (code: string) => ({ plugins: `import { writeSync } from 'node:fs';\n${code}\n` });
const loader = (code: string) => ({
  loaders: `import { writeSync } from 'node:fs';\nexport default { async load() { ${code} } };\n`,
});

/** Code of a site with an endless loop, by where it runs. */
const loops: Readonly<Record<string, { readonly plugins?: string; readonly loaders?: string }>> = {
  'a loader': loader(loop),
  'a loader that has waited': loader(`await new Promise((done) => setTimeout(done, 50)); ${loop}`),
  'the module of a plugin': plugin(`${loop}\nexport default { name: 'loop' };`),
  '`head` of a plugin': plugin(`export default { name: 'loop', head() { ${loop} } };`),
  '`sources` of `card`': plugin(`export default { name: 'loop', card: { draw() {}, sources() { ${loop} } } };`),
  '`files` of a plugin': plugin(`export default { name: 'loop', files() { ${loop} } };`),
  '`check` of a plugin': plugin(`export default { name: 'loop', check() { ${loop} } };`),
  'a Vite plugin': plugin(
    `export default { name: 'loop', vite: () => [{ name: 'endless', transform() { ${loop} } }] };`,
  ),
  'a remark plugin': plugin(`export default { name: 'loop', remarkPlugins: [() => () => { ${loop} }] };`),
};

describe.runIf(process.platform === 'linux')('a build in an endless loop', () => {
  let site: Site;
  beforeEach(() => {
    site = siteWithBundles(smallSite);
  });
  afterEach(() => site.close());

  const add = ({ plugins, loaders }: (typeof loops)[string]) => {
    if (plugins !== undefined) {
      site.write('plugins/loop.mjs', plugins);
      site.edit('config/site.yaml', (text) => `${text}plugins: [./plugins/loop.mjs]\n`);
    }
    if (loaders !== undefined) {
      site.write('loaders/loop.mjs', loaders);
      const makers = 'makers: { load: ./loaders/loop.mjs, template: Post, path: "/makers/{id}" }';
      site.edit('config/content.yaml', (text) => text.replace('collections:\n', `collections:\n  ${makers}\n`));
    }
  };

  const cases = [
    { where: 'a loader', signal: 'SIGINT' as const },
    ...Object.keys(loops).map((where) => ({ where, signal: 'SIGTERM' as const })),
  ];
  it.each(cases)('of $where ends with its processes on $signal', { timeout: 60_000 }, async ({ where, signal }) => {
    expect((await site.build()).code).toBe(0);
    const old = site.files('dist');
    add(loops[where] ?? {});
    const child = spawn(process.execPath, [program, 'build', '--root', site.root], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const group = child.pid as number;
    const ended = new Promise<string>((resolve) => child.on('exit', () => resolve('ended')));
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (text) => String(text).includes('loops') && resolve());
      void ended.then(() => resolve());
    });
    try {
      // Ctrl-C is for all processes of the terminal; other programs end the one that they started.
      process.kill(signal === 'SIGINT' ? -group : group, signal);
      await expect.poll(() => runningIn(group), { timeout: 2000 }).toEqual([]);
    } finally {
      if (runningIn(group).length > 0) process.kill(-group, 'SIGKILL');
    }
    expect(site.files('dist')).toEqual(old);
    site.remove('plugins');
    site.remove('loaders');
    for (const file of ['config/site.yaml', 'config/content.yaml'])
      site.edit(file, (text) => text.replace(/^.*loop\.mjs.*\n/m, ''));
    expect((await site.build('--no-cache')).code).toBe(0);
    expect(site.files('dist')).toEqual(old);
    expect(readdirSync(site.root).filter((name) => name.startsWith('.dist'))).toEqual([]);
  });
});
