import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first; the first of them do not wait for this site to be built, units come last. */
const LONG = [
  'engine/video',
  'build/property',
  'serve/random',
  'e2e/removal',
  'e2e/walk',
  'e2e/repair',
  'build/shared-cache',
  'build/bundle',
  'build/package',
  'e2e/kinds',
  'e2e/mask',
  'engine/networks',
  'e2e/video',
  'build/fleet',
  'build/problems',
  'e2e/search',
  'build/atomic',
  'e2e/failures',
  'serve/domains',
  'build/incremental',
  'e2e/drafts',
  'build/head',
  'build/guide',
  'serve/browser',
  'e2e/workspace',
  'serve/memory',
  'e2e/site',
  'e2e/vnu',
  'e2e/spec/pages',
  'e2e/runtime/failures',
  'e2e/runtime/visitor',
  'e2e/runtime/navigation',
  'e2e/spec/bar',
  'engine/video-files',
  'engine/jobs',
];

/** Those that take longest of what takes moments. */
const LONG_UNITS = [
  'site/engine/ops/marks',
  'scripts/models/prepare',
  'site/engine/adapters/damage',
  'site/engine/ops/fill/fill',
  'site/engine/ops/repeated-marks',
  'site/engine/ops/deblur',
];

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
