import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { htmlFile } from '../../cli/lib/paths.ts';
import { installedJava } from '../../scripts/ensure.mjs';
import { openHost, out, root } from './real-site.ts';

type Message = {
  readonly url: string;
  readonly type: string;
  readonly lastLine?: number;
  readonly message: string;
  readonly extract?: string;
};

const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

/** Accepted messages: rules of draft status or of other specifications, each with its reason. */
const accepted: readonly RegExp[] = [
  // File and Directory Entries API, which every current browser has and the checker's schema of HTML does not.
  /^Attribute “webkitdirectory” not allowed on element “input”/,
];

/** A deep stack for its regular expressions; the quick compiler alone, which halves the CPU time of a run this short. */
const JVM_OPTIONS = ['-Xss4m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Errors that the Nu HTML checker, which is the W3C's validator, reports in the files. */
function check(java: string, files: readonly string[]): Promise<readonly Message[]> {
  const args = [...JVM_OPTIONS, '-jar', jar, '--format', 'json', '--errors-only', '--exit-zero-always', ...files];
  return new Promise((resolve, reject) => {
    execFile(java, args, { maxBuffer: 2 ** 26 }, (error, _, stderr) => {
      if (error) reject(error);
      else resolve((JSON.parse(stderr) as { messages: readonly Message[] }).messages);
    });
  });
}

describe('the built site', () => {
  let paths: readonly string[];
  beforeAll(async () => {
    ({ paths } = await openHost());
  });

  it('has no errors on any page according to the Nu HTML checker', async ({ skip }) => {
    const java = installedJava();
    if (!java) skip('NOT CHECKED: no Java on this machine. Install one (apt-get install default-jre-headless).');
    const files = paths.map((path) => join(root, out, htmlFile({ path, status: path.endsWith('/404') ? 404 : 200 })));
    const messages = await check(java as string, files);
    const problems = messages
      .filter(({ message }) => !accepted.some((pattern) => pattern.test(message)))
      .map(({ url, lastLine, message }) => `${url.slice(url.indexOf(out) + out.length)}:${lastLine} ${message}`);
    expect(problems.slice(0, 20)).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });
});
