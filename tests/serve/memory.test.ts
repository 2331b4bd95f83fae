import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { siteOf } from '../site.ts';
import { serve } from './served.ts';
import { workshop } from './workshop.ts';

const modules = 300;
const saves = 100;
/** Saves after which caches are warm and the first bundler processes have been replaced. */
const warmSaves = 20;

/** Resident memory in bytes of a process and of the processes that it started. */
function residentBytes(pid: number): number {
  const field = (one: string, name: string): number => {
    const text = readFileSync(`/proc/${one}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  let sum = 0;
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (entry === String(pid) || field(entry, 'PPid') === pid) sum += field(entry, 'VmRSS') * 1024;
    } catch {
      // Processes end between being listed and being read.
    }
  }
  return sum;
}

describe.skipIf(!existsSync('/proc/self/status'))('the memory of the development server', () => {
  it(`stays within 1.5 times that after ${warmSaves} saves while an App of ${modules} modules is saved ${saves} times`, async () => {
    const site = siteOf(workshop);
    const names = Array.from({ length: modules }, (_, i) => `part${i}`);
    for (const name of names) {
      const words = Array.from({ length: 40 }, (_, i) => `${name} word ${i}`).join(', ');
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
      let warmBytes = 0;
      for (let version = 1; version <= saves; version++) {
        site.write('site/App.tsx', app(version));
        await served.until('/', ({ text }) => text.includes(`version ${version}.`));
        if (version === warmSaves) warmBytes = residentBytes(pid);
      }
      const ratio = residentBytes(pid) / warmBytes;
      if (process.env.MEMORY_REPORT) console.log(`${Math.round(warmBytes / 2 ** 20)} MB, ratio ${ratio.toFixed(2)}`);
      expect(ratio).toBeLessThan(1.5);
    } finally {
      await served.stop();
      site.close();
    }
  });
});
