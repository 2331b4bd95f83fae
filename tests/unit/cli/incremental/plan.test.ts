import { describe, expect, it } from 'vitest';
import { messagesFingerprint, planRender } from '../../../../cli/incremental/plan.ts';
import type { BuildRecord } from '../../../../cli/incremental/record.ts';
import type { PlannedRoute } from '../../../../cli/routes/types.ts';

const routes = ['/a', '/b'].map((path) => ({ path, page: 'pages/A', locale: 'en' }) as PlannedRoute);

/** Plans the pages, and returns the plan with the paths whose jobs were created. */
function plan(last: BuildRecord | null) {
  const created: string[] = [];
  const shown = new Set<string>();
  const planned = planRender({
    routes,
    jobOf: ({ path }) => {
      created.push(path);
      shown.add(`${path}.md`);
      return { path };
    },
    shown,
    structure: { key: 'one', texts: new Map() },
    shared: null,
    messages: {},
    linksHold: () => true,
    bundle: { entry: '', code: '', islands: {}, pages: {} } as never,
    version: '1',
    last,
    isIntact: () => true,
  });
  return { ...planned, created };
}

describe('the plan of what is rendered', () => {
  it('creates the job of a new page when it is rendered, not before', () => {
    const { render, inputOf, created } = plan(null);
    expect([render, created]).toEqual([routes, []]);
    const inputs = routes.map(inputOf);
    expect(inputs.map(({ job }) => job)).toEqual([{ path: '/a' }, { path: '/b' }]);
    expect(inputs.map(({ shows }) => shows)).toEqual([['/a.md'], ['/b.md']]);
    expect(new Set(inputs.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  it('gives a page the fingerprint by which the next build reuses it', () => {
    const { fingerprint } = plan(null).inputOf(routes[0] as PlannedRoute);
    const messages = messagesFingerprint([], {});
    const record = { path: '/a', input: fingerprint, messages, keys: [], files: [], shows: [] };
    const last = { pages: new Map([['/a', record]]), structure: { key: 'other', texts: new Map() } };
    const { reuse, render } = plan(last as unknown as BuildRecord);
    expect([reuse, render].map((pages) => pages.map(({ path }) => path))).toEqual([['/a'], ['/b']]);
  });
});
