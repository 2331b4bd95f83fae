import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { convert } from '../../../../scripts/models/convert.mjs';
import { writeModel } from '../../../../scripts/models/onnx/model.mjs';
import { runtimeFile } from '../../../../scripts/models/runtime.mjs';
import { noise, type Site, serve, sha256, tarball } from './fixtures.ts';
import { convolution, waves } from './onnx/networks.ts';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/models/prepare.mjs', import.meta.url));
const NETWORK = writeModel(convolution(waves(2304, 1)));
const HALVED = convert(NETWORK, [{ kind: 'fp16' }]);
const PLAIN = noise(5000, 8);
const ARCHIVE = tarball({
  'package.json': '{}',
  'dist/net.onnx': NETWORK,
  'more.onnx': PLAIN,
  'rest.bin': noise(2_000_000),
});
const FILES = [`net.${sha256(HALVED).slice(0, 8)}.onnx`, `plain.${sha256(PLAIN).slice(0, 8)}.onnx`];

const source = (file: string, bytes: Uint8Array) =>
  `{ package: nets@1.2.3, file: ${file}, bytes: ${bytes.length}, sha256: ${sha256(bytes)}, reads: 10000, tarball: ${ARCHIVE.length} }`;
const entry = (id: string, rest: string) => `  - id: ${id}
    title: Stand-in
    role: denoise
    adapter: plain
    licence: MIT
    notice: Copyright Someone
    homepage: https://someone.example
    inputs: [{ name: x, type: float32, shape: [1, 4, 8, 8], holds: numbers }]
    outputs: [{ name: y, type: float32, shape: [1, 64, 6, 6], holds: numbers }]
    ${rest}
`;
const pinned = `output: { bytes: ${HALVED.length}, sha256: ${sha256(HALVED)} }`;
const SETTINGS = `budget: 20000
models:
${entry('net', `source: ${source('dist/net.onnx', NETWORK)}\n    convert: [{ kind: fp16 }]\n    ${pinned}`)}
${entry('plain', `source: ${source('more.onnx', PLAIN)}`)}`;

let root = '';
let registry: Site;
let content: Buffer = ARCHIVE;
let secret = '';

beforeEach(async () => {
  [content, secret] = [ARCHIVE, ''];
  root = await mkdtemp(join(tmpdir(), 'prepare-'));
  await mkdir(join(root, 'config'));
  await mkdir(join(root, 'home'));
  // Packing the runtime takes a second and is not what these tests are about.
  await mkdir(join(root, 'site/public/models'), { recursive: true });
  await writeFile(join(root, 'site/public/models', runtimeFile), '');
  await settings(SETTINGS);
  registry = await serve((request, response) => {
    const { url = '', headers } = request;
    const isAuthorised = secret === '' || headers.authorization === `Bearer ${secret}`;
    if (url === '/nets') {
      const dist = { tarball: `${registry.url}/nets/-/nets-1.2.3.tgz` };
      const versions = { '1.2.3': { name: 'nets', version: '1.2.3', dist } };
      response.end(JSON.stringify({ name: 'nets', 'dist-tags': { latest: '1.2.3' }, versions }));
    } else if (url.endsWith('.tgz') || url.endsWith('.onnx')) {
      if (!isAuthorised) return void response.writeHead(401).end();
      const body = url === '/net.onnx' ? NETWORK : url.endsWith('.onnx') ? PLAIN : content;
      response.writeHead(200, { 'content-length': body.length });
      response.end(body);
    } else response.writeHead(404).end('{}');
  });
});

afterEach(async () => {
  await registry.close();
  await rm(root, { recursive: true, force: true });
});

/** A source that is downloaded by its URL, without npm. */
const address = (file: string, bytes: Uint8Array, deliver = 'copy') =>
  `source: { url: '${registry.url}/${file}', bytes: ${bytes.length}, sha256: ${sha256(bytes)}, deliver: ${deliver} }`;
const plainByUrl = () => entry('plain', address('plain.onnx', PLAIN));
const settingsByUrl = () =>
  `budget: 20000\nmodels:\n${entry('net', `${address('net.onnx', NETWORK)}\n    convert: [{ kind: fp16 }]\n    ${pinned}`)}\n${plainByUrl()}`;

const settings = (text: string) => writeFile(join(root, 'config/models.yaml'), text);
const modelFiles = async () =>
  (await readdir(join(root, 'site/public/models')).catch(() => [])).filter((name) => name.endsWith('.onnx'));
const json = async (name: string) => JSON.parse(await readFile(join(root, 'site/public/models', name), 'utf8'));
const countOf = (end: string) => registry.requests.filter((request) => request.endsWith(end)).length;

/** Runs the real script against a local registry, configured through npm's settings. */
function prepare(...flags: string[]): Promise<{ code: number; text: string }> {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|proxy$/i.test(name));
  const env = { ...Object.fromEntries(kept), npm_config_cache: join(root, 'cache'), HOME: join(root, 'home') };
  const npmrc = `registry=${registry.url}/\n${secret ? `${registry.url.replace('http:', '')}/:_authToken=${secret}\n` : ''}`;
  return writeFile(join(root, '.npmrc'), npmrc).then(
    () =>
      new Promise((resolve) => {
        execFile(process.execPath, [SCRIPT, '--root', root, ...flags], { env }, (error, _, text) => {
          resolve({ code: error ? Number(error.code) : 0, text });
        });
      }),
  );
}

describe('prepare', () => {
  it('extracts the files of one download, converts them, and does nothing the second time', async () => {
    const first = await prepare();
    expect(first).toMatchObject({ code: 0, text: expect.stringContaining('2 prepared') });
    expect((await modelFiles()).sort()).toEqual([...FILES].sort());
    expect(await readFile(join(root, 'site/public/models', FILES[0] ?? ''))).toEqual(Buffer.from(HALVED));
    expect(countOf('.tgz')).toBe(1);
    expect(first.text).toMatch(/ 0\.[0-9] MB read/);

    const manifest = await json('manifest.json');
    expect(manifest.missing).toEqual([]);
    expect(manifest.models[0]).toMatchObject({
      id: 'net',
      file: FILES[0],
      bytes: HALVED.length,
      sha256: sha256(HALVED),
    });
    const [notice] = await json('notices.json');
    expect(notice).toMatchObject({ licence: 'MIT', text: expect.stringContaining('without restriction') });
    expect(notice.works.map((work: { id: string; changes: string[] }) => [work.id, work.changes.length])).toEqual([
      ['net', 1],
      ['plain', 0],
    ]);

    const before = await stat(join(root, 'site/public/models/manifest.json'));
    const requestCount = registry.requests.length;
    expect(await prepare()).toEqual({ code: 0, text: '' });
    expect(registry.requests).toHaveLength(requestCount);
    expect((await stat(join(root, 'site/public/models/manifest.json'))).mtimeMs).toBe(before.mtimeMs);
  });

  it('concatenates the files of a model in order', async () => {
    const joined = Buffer.concat([PLAIN, Buffer.from('{}')]);
    await settings(
      `budget: 20000\nmodels:\n${entry('parts', `source: ${source('[more.onnx, package.json]', joined)}`)}`,
    );
    expect(await prepare()).toMatchObject({ code: 0, text: expect.stringContaining('1 prepared') });
    expect(await modelFiles()).toEqual([`parts.${sha256(joined).slice(0, 8)}.onnx`]);
  });

  it('detects a corrupt file with --verify', async () => {
    await settings(settingsByUrl());
    await prepare();
    const path = join(root, 'site/public/models', FILES[1] ?? '');
    await writeFile(path, noise(5000, 9));
    expect((await prepare()).text).toBe('');
    expect((await prepare('--verify')).text).toContain('plain: ready');
    expect(await readFile(path)).toEqual(Buffer.from(PLAIN));
  });

  it('rejects a file with another hash and stores nothing', async () => {
    content = tarball({ 'dist/net.onnx': noise(NETWORK.length), 'more.onnx': PLAIN });
    const { code, text } = await prepare();
    expect(code).toBe(1);
    expect(text).toContain('MODELS_SOURCE_HASH: net');
    expect(await modelFiles()).toEqual([FILES[1]]);
    expect((await json('manifest.json')).missing).toEqual(['net']);
  });

  it('rejects a truncated tarball and stores nothing', async () => {
    content = ARCHIVE.subarray(0, 4000);
    const { code, text } = await prepare();
    expect(code).toBe(1);
    expect(text).toContain('MODELS_SOURCE: net');
    expect(await modelFiles()).toEqual([]);
  });

  it('fails if the converted file has another hash', async () => {
    await settings(settingsByUrl().replace(sha256(HALVED), 'ab'.repeat(32)));
    const { code, text } = await prepare();
    expect(code).toBe(1);
    expect(text).toContain(`${HALVED.length} bytes with sha256 ${sha256(HALVED)}`);
    expect(await modelFiles()).toEqual([FILES[1]]);
  });

  it('warns without a network, and fails with --strict', async () => {
    await registry.close();
    const { code, text } = await prepare();
    expect(code).toBe(0);
    expect(text).toContain('warning MODELS_UNREACHABLE: net: nets@1.2.3 could not be read');
    expect(text).toContain('missing: net, plain');
    expect(await json('manifest.json')).toEqual({ version: 1, models: [], missing: ['net', 'plain'] });
    expect((await prepare('--strict')).code).toBe(1);
  });

  it('lets npm download the tarball if only npm has the credentials', async () => {
    secret = 'only-npm-knows';
    expect(await prepare()).toMatchObject({ code: 0, text: expect.stringContaining('2 prepared') });
    expect(await modelFiles()).toHaveLength(2);
  });

  it('copies or links models that an owner lists by URL', async () => {
    await settings(
      `budget: 20000\nmodels:\n${entry('own', address('own.onnx', PLAIN))}${entry('far', `choice: best\n    ${address('own.onnx', PLAIN, 'link')}`)}`,
    );
    expect((await prepare()).code).toBe(0);
    expect(await modelFiles()).toEqual([`own.${sha256(PLAIN).slice(0, 8)}.onnx`]);
    expect((await json('manifest.json')).models.map(({ file }: { file: string }) => file)).toEqual([
      `own.${sha256(PLAIN).slice(0, 8)}.onnx`,
      `${registry.url}/own.onnx`,
    ]);
    expect(countOf('own.onnx')).toBe(1);
  });

  it('reads files of the site without a download, and reports missing ones', async () => {
    const text = `budget: 1\nmodels:\n${entry('own', `source: { path: weights/own.onnx, bytes: ${PLAIN.length}, sha256: ${sha256(PLAIN)} }`)}`;
    await settings(text.replace(/ *homepage: .*\n/, ''));
    expect(await prepare()).toMatchObject({
      code: 1,
      text: expect.stringContaining('MODELS_SOURCE: own: weights/own'),
    });
    await mkdir(join(root, 'weights'));
    await writeFile(join(root, 'weights/own.onnx'), noise(5000, 9));
    expect((await prepare()).text).toContain('MODELS_SOURCE_HASH: own');
    await writeFile(join(root, 'weights/own.onnx'), PLAIN);
    expect(await prepare()).toMatchObject({ code: 0, text: expect.stringContaining('1 prepared') });
    expect(await modelFiles()).toEqual([`own.${sha256(PLAIN).slice(0, 8)}.onnx`]);
    expect((await json('manifest.json')).models[0]).toMatchObject({ id: 'own', homepage: '' });
    expect(registry.requests).toEqual([]);
  });

  it('respects the budget and prepares enabled models only', async () => {
    await settings(SETTINGS.replace('budget: 20000', 'budget: 9999'));
    expect(await prepare()).toMatchObject({ code: 1, text: expect.stringContaining('MODELS_BUDGET') });
    expect(registry.requests).toEqual([]);
    await settings(SETTINGS.replaceAll('title:', 'enabled: false\n    title:'));
    expect(await prepare()).toEqual({ code: 0, text: '' });
  });

  it('removes files of models that are no longer listed', async () => {
    await settings(settingsByUrl());
    await prepare();
    await settings(`budget: 20000\nmodels:\n${plainByUrl()}`);
    expect((await prepare()).code).toBe(0);
    expect(await modelFiles()).toEqual([FILES[1]]);
  });

  it('reports errors in the settings with their line', async () => {
    await settings(SETTINGS.replace('role: denoise', 'roll: denoise'));
    const { code, text } = await prepare();
    expect(code).toBe(1);
    expect(text).toContain('models.0.roll: this key is not known');
    expect(text).toContain('config/models.yaml:5:5');
  });
});
