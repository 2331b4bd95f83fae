import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first; the first of them do not wait for this site to be built, units come last. */
const LONG = [
  'engine/video',
  'serve/random',
  'build/property',
  'e2e/walk',
  'e2e/removal',
  'e2e/repair',
  'e2e/mask',
  'e2e/kinds',
  'e2e/failures',
  'e2e/video',
  'e2e/runtime/failures',
  'e2e/runtime/navigation',
  'e2e/workspace',
  'e2e/filters',
  'serve/browser',
  'e2e/dev-utils',
  'e2e/runtime/visitor',
  'build/incremental',
  'e2e/spec/bar',
  'engine/networks',
  'engine/video-files',
  'engine/jobs',
  'build/package',
];

/** Those that take longest of what takes moments. */
const LONG_UNITS = ['site/engine/ops/marks', 'scripts/models/prepare', 'site/engine/adapters/damage'];

const root = fileURLToPath(new URL('.', import.meta.url));

/** Starts long files first, then browsers and servers, and ends with what takes moments: two workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId, project }: TestSpecification): number => {
      const name = relative(root, moduleId).replace(/\.test\.tsx?$/, '');
      if (project.name === 'unit') return LONG.length + (LONG_UNITS.includes(name.replace('unit/', '')) ? 1 : 2);
      const at = LONG.indexOf(name);
      return at < 0 ? LONG.length : at;
    };
    return files.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}
