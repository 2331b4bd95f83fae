import { describe, expect, it } from 'vitest';
import { messagesFingerprint, planRender } from '../../../../cli/incremental/plan.ts';
import type { BuildRecord } from '../../../../cli/incremental/record.ts';
import type { PlannedRoute } from '../../../../cli/routes/types.ts';

const routes = ['/a', '/b'].map((path) => ({ path, page: 'pages/A', locale: 'en' }) as PlannedRoute);

/** Plans the pages, and returns the plan with the paths whose jobs were created and the files that were looked at. */
function plan(last: BuildRecord | null, texts: ReadonlyMap<string, string> = new Map()) {
  const created: string[] = [];
  const seen: string[] = [];
  const shown = new Set<string>();
  const planned = planRender({
    routes,
    jobOf: ({ path }) => {
      created.push(path);
      shown.add(`${path}.md`);
      return { path };
    },
    shown,
    structure: { key: 'one', texts },
    shared: null,
    messages: {},
    linksHold: () => true,
    bundle: { entry: '', code: '', islands: {}, pages: {} } as never,
    version: '1',
    last,
    isIntact: ([path]) => {
      seen.push(path);
      return path !== '/b/lost.html';
    },
  });
  const { changed, unchanged, inputOf } = planned;
  return { changed, unchanged, inputOf, created, seen };
}

describe('the plan of what is rendered', () => {
  it('creates the job of a new page when it is rendered, not before', () => {
    const { changed, inputOf, created } = plan(null);
    expect([changed.render, created]).toEqual([routes, []]);
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
    const { reuse, render } = plan(last as unknown as BuildRecord).changed;
    expect([reuse, render].map((pages) => pages.map(({ path }) => path))).toEqual([['/a'], ['/b']]);
  });

  it('knows which pages changed before it looks at the files of the others', () => {
    const page = (path: string, file: string) => ({ path, files: [[`${path}/${file}`, 1, 'hash', 1]], shows: [path] });
    const pages = [page('/a', 'index.html'), page('/b', 'lost.html')];
    const structure = { key: 'one', texts: new Map([['/a', 'before']]) };
    const last = { pages: new Map(pages.map((one) => [one.path, one])), structure };
    const { changed, unchanged, seen } = plan(last as unknown as BuildRecord, new Map([['/a', 'after']]));
    expect([changed.render.map(({ path }) => path), changed.reuse, seen]).toEqual([['/a'], [], []]);
    const { render, reuse } = unchanged();
    expect([render.map(({ path }) => path), reuse, seen]).toEqual([['/b'], [], ['/b/lost.html']]);
  });
});
