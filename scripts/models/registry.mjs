import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Few retries: without a network, the preparation must not wait for minutes. */
const NPM_OPTIONS = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=30000'];

/**
 * @typedef {{ readonly ok: true, readonly value: string }
 *   | { readonly ok: false, readonly gone: boolean, readonly reason: string }} Answer `gone`: the registry was reached
 *   and does not have the package.
 */

/**
 * URL of a package's tarball according to npm, with npm's settings for registry, proxy and credentials.
 * @param {string} spec name@version
 * @param {string} root folder whose .npmrc applies
 * @returns {Promise<Answer>}
 */
export async function tarballUrl(spec, root) {
  const answer = await npm(['view', spec, 'dist.tarball', '--json', ...NPM_OPTIONS], root);
  if (!answer.ok) return answer;
  try {
    const url = JSON.parse(answer.value);
    if (typeof url === 'string') return { ok: true, value: url };
  } catch {
    // Not a URL, such as the empty output for a version that does not exist.
  }
  return { ok: false, gone: true, reason: `no version ${spec}` };
}

/**
 * Lets npm download the whole tarball, for registries that need its credentials or proxy.
 * @param {string} spec name@version
 * @param {{ readonly root: string, readonly into: string }} folders `into`: an empty folder for the tarball
 * @returns {Promise<Answer>} the path of the file
 */
export async function packTarball(spec, { root, into }) {
  const answer = await npm(['pack', spec, '--ignore-scripts', '--pack-destination', into, ...NPM_OPTIONS], root);
  if (!answer.ok) return answer;
  const file = (await readdir(into)).find((name) => name.endsWith('.tgz'));
  return file === undefined
    ? { ok: false, gone: true, reason: `npm packed nothing for ${spec}` }
    : { ok: true, value: join(into, file) };
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<Answer>}
 */
async function npm(args, cwd) {
  // `npm run` sets the path of npm, which avoids a shell on Windows.
  const script = process.env.npm_execpath;
  const isNpmScript = script !== undefined && /npm-cli\.[cm]?js$/.test(script);
  const [command, first] = isNpmScript ? [process.execPath, [script]] : ['npm', []];
  try {
    const shell = !isNpmScript && process.platform === 'win32';
    const { stdout } = await run(command, [...first, ...args, '--loglevel=error'], { cwd, shell, maxBuffer: 1 << 22 });
    return { ok: true, value: stdout.trim() };
  } catch (error) {
    return failure(/** @type {{ stdout?: string, stderr?: string, message: string }} */ (error));
  }
}

/**
 * @param {{ stdout?: string, stderr?: string, message: string }} error
 * @returns {Answer}
 */
function failure({ stdout = '', stderr = '', message }) {
  const code = /"code":\s*"(E[A-Z0-9_]+)"/.exec(stdout)?.[1] ?? /\bcode (E[A-Z0-9_]+)/.exec(stderr)?.[1];
  if (code === undefined) return { ok: false, gone: false, reason: message.split('\n')[0] ?? message };
  return { ok: false, gone: code === 'E404' || code === 'ETARGET', reason: `npm says ${code}` };
}
