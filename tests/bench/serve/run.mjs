// Medians of start -> first page and edit -> served page. Arguments: rounds (5), then numbers of posts (100 10000).
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
const [rounds = 5, ...sizes] = process.argv.slice(2).map(Number);

/** A blog in two languages with tags, feeds and neighbours. */
function makeSite(posts) {
  const root = mkdtempSync(join(tmpdir(), 'sitegen-bench-'));
  // Of yesterday: what was written a moment ago may change without its time telling, and so is not kept for a second start.
  const yesterday = Date.now() / 1000 - 86_400;
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), yesterday, yesterday);
  };
  write('config/site.yaml', 'name: Bench\nurl: https://bench.example\n');
  write(
    'config/locales.yaml',
    'default: en\nlocales:\n  - { code: en, name: English, language: en-GB }\n  - { code: de, name: Deutsch, language: de-DE }\n',
  );
  write(
    'config/routes.yaml',
    'routes:\n  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 5 } } }\n',
  );
  write(
    'config/content.yaml',
    "collections:\n  blog:\n    from: content/blog\n    path: /blog/{slug}\n    template: Post\n    seo: home.seo\n    list: { path: /blog, template: List, perPage: 20 }\n    tags: { path: '/blog/tag/{tag}', template: List }\n    feeds: [rss]\n    related: 3\n",
  );
  for (const code of ['en', 'de']) {
    write(`locales/${code}/home.json`, '{ "seo": { "title": "Home", "description": "A page." }, "hello": "Hello" }\n');
  }
  write('site/App.tsx', 'export function App({ children }) {\n  return <main>{children}</main>;\n}\n');
  write(
    'site/pages/Home.tsx',
    "import { useMessages } from '@safelight/sitegen/runtime';\nexport function Page({ posts }) {\n  return <><h1>{useMessages()('home.hello')}</h1><ul>{posts.map((post) => <li key={post.path}>{post.title}</li>)}</ul></>;\n}\n",
  );
  write(
    'templates/Post.tsx',
    "import { Markup } from '@safelight/sitegen/runtime';\nexport function Page({ entry, body, related }) {\n  return <article><h1>{entry.title}</h1><Markup of={body} />{related.map((one) => <p key={one.path}>{one.title}</p>)}</article>;\n}\n",
  );
  write(
    'templates/List.tsx',
    'export function Page({ entries }) {\n  return <ul>{entries.map((entry) => <li key={entry.path}><a href={entry.path}>{entry.title}</a></li>)}</ul>;\n}\n',
  );
  const text = `${'Some *words* of a [text](/blog) that goes on for a while, as texts do.\n\n'.repeat(40)}\`\`\`js\nconst a = 1;\n\`\`\`\n`;
  for (let at = 0; at < posts; at++) {
    const date = new Date(Date.UTC(2015, 0, 1) + (at % 3000) * 86_400_000).toISOString().slice(0, 10);
    write(
      `content/blog/post-${at}/en.md`,
      `---\ntitle: Post number ${at}\ndescription: What post ${at} is about.\ndate: ${date}\ntags: [tag-${at % 50}, all-${at % 7}]\n---\n## Heading\n\n${text}`,
    );
  }
  return root;
}

const agent = new Agent({ keepAlive: true });

function ask(port, path) {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    }).on('error', () => resolve({ status: 0, text: '' }));
  });
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Milliseconds until the page at a path has a text. */
async function until(port, path, text) {
  const started = performance.now();
  for (;;) {
    const reply = await ask(port, path);
    if (reply.status === 200 && reply.text.includes(text)) return performance.now() - started;
    await pause(reply.status === 0 ? 3 : 1);
  }
}

function start(root, port) {
  const child = spawn(process.execPath, [program, 'serve', '--root', root, '--port', String(port)], {
    stdio: 'ignore',
  });
  return async () => {
    child.kill('SIGTERM');
    await new Promise((done) => child.on('exit', done));
  };
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function measure(posts) {
  const root = makeSite(posts);
  const times = { 'start, nothing cached': [], 'start again': [] };
  const kinds = {
    'Markdown: text': ['content/blog/post-7/en.md', '/blog/post-7', (text, mark) => `${text}\n\n${mark}\n`],
    'Markdown: title': [
      'content/blog/post-7/en.md',
      '/blog/post-7',
      (text, mark) => text.replace(/^title:.*$/m, `title: ${mark}`),
    ],
    message: ['locales/en/home.json', '/', (text, mark) => text.replace(/"hello": "[^"]*"/, `"hello": "${mark}"`)],
    component: ['site/pages/Home.tsx', '/', (text, mark) => text.replace(/<h1[^>]*>/, `<h1 id="${mark}">`)],
  };
  // Below the ports that systems give to clients, of which those that ask here would now and then get the server's own.
  let port = 20_000 + Math.floor(Math.random() * 10_000);
  const timed = async (name) => {
    port += 1;
    const started = performance.now();
    const stop = start(root, port);
    await until(port, '/', '<h1');
    times[name].push(performance.now() - started);
    return stop;
  };
  for (let round = 0; round < rounds; round++) {
    rmSync(join(root, '.sitegen'), { recursive: true, force: true });
    await (await timed('start, nothing cached'))();
    await (await timed('start again'))();
  }
  const stop = await timed('start again');
  // The first edit waits until everything is watched; it is not counted.
  for (const [name, [file, path, change]] of Object.entries(kinds)) {
    times[name] = [];
    for (let round = 0; round <= rounds * 3; round++) {
      const mark = `mark${round}${name.length}x`;
      const text = change(readFileSync(join(root, file), 'utf8'), mark);
      const started = performance.now();
      writeFileSync(join(root, file), text);
      await until(port, path, mark);
      if (round > 0) times[name].push(performance.now() - started);
      await pause(round === 0 ? 2000 : 250);
    }
  }
  await stop();
  rmSync(root, { recursive: true, force: true });
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

const columns = sizes.length > 0 ? sizes : [100, 10_000];
const load = () => loadavg()[0].toFixed(1);
console.log(`${cpus().length} cores, Node ${process.version}, ${rounds} rounds, load ${load()} at the start`);
const results = [];
for (const posts of columns) results.push(await measure(posts));
console.log(`| median, ms | ${columns.map((posts) => `${posts} posts`).join(' | ')} |`);
console.log(`| --- | ${columns.map(() => '---:').join(' | ')} |`);
for (const name of Object.keys(results[0])) {
  console.log(
    `| ${name} | ${results.map((result) => result[name].toFixed(name.startsWith('start') ? 0 : 1)).join(' | ')} |`,
  );
}
console.log(`load ${load()} at the end`);
