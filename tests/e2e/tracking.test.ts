import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Step } from '../../site/tracking/events.ts';
import type { startTracking, TrackedTool } from '../../site/tracking/start.ts';
import { launchBrowser } from '../browser.ts';
import { type Collector, openCollector } from '../unit/site/tracking/collector.ts';

type TrackingWindow = Window &
  typeof globalThis & { startTracking: typeof startTracking; track: ReturnType<typeof startTracking> };

const tool: TrackedTool = { name: 'unblurImage', group: 'enhance', kind: 'image' };

describe('tracking in a browser', () => {
  let browser: Browser;
  let collector: Collector;
  let server: ReturnType<typeof createServer>;
  let url: string;
  beforeAll(async () => {
    const bundle = await rolldown({ input: 'site/tracking/start.ts', cwd: new URL('../..', import.meta.url).pathname });
    const { output } = await bundle.generate({ format: 'iife', name: 'tracking' });
    const html = `<!doctype html><html lang="de"><script>${output[0].code};window.startTracking = tracking.startTracking</script>`;
    server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    collector?.close();
    server?.close();
  });
  beforeEach(async () => {
    collector?.close();
    collector = await openCollector();
  });

  const open = async (): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(`${url}/de/unblur-image?file=secret.jpg`);
    await page.evaluate((endpoint) => {
      const here = window as TrackingWindow;
      here.track = here.startTracking({ endpoint, topic: 'site', source: 'web' }, here);
    }, collector.endpoint);
    return page;
  };
  const track = (page: Page, steps: readonly Step[]) =>
    page.evaluate(
      ([one, all]) => {
        for (const step of all) (window as TrackingWindow).track(one, step);
      },
      [tool, steps] as const,
    );
  const logs = () => collector.received.flatMap(({ body }) => body.__logs__);

  it('sends the record to another origin, without the query of the URL', async () => {
    const page = await open();
    await track(page, ['enter', 'select']);
    await expect.poll(logs).toHaveLength(2);
    const uid = await page.evaluate(() => localStorage.getItem('anonymous-id'));
    // Both requests are in flight.
    expect(logs().find((log) => log.event_desc === 'select image')).toMatchObject({
      uid,
      event_type: '100001',
      event_desc: 'select image',
      browser_type: 'Chrome',
      location: `${url}/de/unblur-image`,
      params: '{"tool":"unblurImage"}',
    });
    expect(collector.received[0]?.body.__tags__).toEqual({ language: 'de' });
    expect(collector.received.map(({ text }) => text).join()).not.toContain('secret');
    await page.close();
  });

  it('loses no queued events when the page is left', async () => {
    const page = await open();
    collector.hold();
    await track(
      page,
      Array.from({ length: 40 }, () => 'generate' as const),
    );
    // The browser opens six connections per host: queued requests must outlive the page as well.
    await expect.poll(() => collector.received.length).toBeGreaterThan(1);
    await page.goto('about:blank');
    collector.release();
    await expect.poll(logs).toHaveLength(40);
    await page.close();
  });
});
