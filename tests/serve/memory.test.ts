import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

const modules = 100;
const wordsPerModule = 4000;
/** A process that is not replaced grows by 20 MB with each save of this App, as measured: by 300 MB in all. */
const saves = 16;
/** The growth after which the process is replaced is 128 MB; one more bundle and the measurement add to it. */
const maxGrowthBytes = 224 * 2 ** 20;

/** Resident memory in bytes of the largest process that a process started: of the server, the one that bundles. */
function largestChildBytes(pid: number): number {
  const field = (one: string, name: string): number => {
    const text = readFileSync(`/proc/${one}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  let largest = 0;
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (field(entry, 'PPid') === pid) largest = Math.max(largest, field(entry, 'VmRSS') * 1024);
    } catch {
      // Processes end between being listed and being read.
    }
  }
  return largest;
}

describe.skipIf(!existsSync('/proc/self/status'))('the memory of the development server', () => {
  it(`stays bounded while an App of ${modules} modules is saved ${saves} times: the process that bundles is replaced`, async () => {
    const site = siteOf(sampleSite);
    const names = Array.from({ length: modules }, (_, i) => `part${i}`);
    for (const name of names) {
      const words = Array.from({ length: wordsPerModule }, (_, i) => `${name} word ${i}`).join(', ');
      site.write(`site/parts/${name}.tsx`, `export const ${name} = () => <i>${words}</i>;\n`);
    }
    const app = (version: number) => `
${names.map((name) => `import { ${name} } from './parts/${name}.tsx';`).join('\n')}
const parts = [${names.join(', ')}];
export const App = ({ children }) => <main data-parts={parts.length}><b>version ${version}.</b>{children}</main>;
`;
    site.write('site/App.tsx', app(0));
    const served = await serve(site);
    try {
      const pid = served.process.pid as number;
      const sizes: number[] = [];
      for (let version = 1; version <= saves; version++) {
        site.write('site/App.tsx', app(version));
        await served.until('/', ({ text }) => text.includes(`version ${version}.`));
        sizes.push(largestChildBytes(pid));
      }
      if (process.env.MEMORY_REPORT) console.log(sizes.map((bytes) => Math.round(bytes / 2 ** 20)).join(' '), 'MB');
      // A single size may be that of a process that has just started and not yet bundled.
      const atStart = Math.max(...sizes.slice(0, 3));
      expect(atStart).toBeGreaterThan(0);
      expect(Math.max(...sizes) - atStart).toBeLessThan(maxGrowthBytes);
    } finally {
      await served.stop();
      site.close();
    }
  });
});
