import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { type BrowserName, type BrowserWindow, launchers } from './drivers.ts';

/** A page driven as a visitor would, with limits on waiting. */
export type Visit = {
  /** Opens a page, whatever an open tool would lose. */
  readonly open: (url: string) => Promise<void>;
  readonly evaluate: BrowserWindow['evaluate'];
  readonly chooseFile: BrowserWindow['chooseFile'];
  /** Waits until the page says yes. Fails with the words of the tool as soon as the tool reports an error. */
  readonly until: (isSo: () => boolean) => Promise<void>;
  /** Waits until React has hydrated an element. */
  readonly untilHydrated: (selector: string) => Promise<void>;
  /** Chooses the option with this text. */
  readonly select: (option: string) => Promise<void>;
  /** Clicks the button with this text. */
  readonly click: (name: string) => Promise<void>;
};

/** Less than the timeout of a test: a wait that ends by itself leaves no loop behind in the session. */
const WAIT_LIMIT_MS = 280_000;

/** One session of a browser for all tests of a file. After a failed test, the next one gets a new session. */
export function shareSession(name: BrowserName): () => Visit {
  let view: BrowserWindow | null = null;
  const end = async () => {
    const ended = view;
    view = null;
    await ended?.close().catch(() => undefined);
  };
  beforeEach(async () => {
    view ??= await launchers[name]();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await end();
  });
  afterAll(end);
  return () => visitOf(view as BrowserWindow);
}

function visitOf(view: BrowserWindow): Visit {
  const { evaluate, chooseFile } = view;
  const poll = async (what: string, isSo: () => Promise<boolean>) => {
    for (const end = Date.now() + WAIT_LIMIT_MS; !(await isSo()); await sleep(200))
      if (Date.now() > end)
        throw new Error(
          `Waited in vain: ${what}. ${await evaluate(() => document.querySelector('main')?.textContent)}`,
        );
  };
  return {
    evaluate,
    chooseFile,
    open: async (url) => {
      await evaluate(() => {
        window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
      });
      await view.open(url);
    },
    until: (isSo) =>
      poll(String(isSo), async () => {
        if (await evaluate(isSo)) return true;
        const alert = await evaluate(() => document.querySelector('main [role="alert"]')?.textContent ?? null);
        if (alert) throw new Error(`The tool reports an error: ${alert}`);
        return false;
      }),
    untilHydrated: (selector) => {
      const isHydrated = (selector: string) => {
        const found = document.querySelector(selector);
        const disabled = found instanceof HTMLInputElement && found.disabled;
        return found !== null && !disabled && Object.keys(found).some((key) => key.startsWith('__reactProps'));
      };
      return poll(`hydration of ${selector}`, () => evaluate(isHydrated, selector));
    },
    select: (text) =>
      evaluate((label) => {
        const option = [...document.querySelectorAll('option')].find((one) => one.text === label);
        const field = option?.closest('select');
        if (!option || !field) throw new Error(`There is no option “${label}”.`);
        field.value = option.value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }, text),
    click: (text) =>
      evaluate((label) => {
        const found = [...document.querySelectorAll('button')].find((button) => button.textContent?.trim() === label);
        if (!found) throw new Error(`There is no button “${label}”.`);
        found.click();
      }, text),
  };
}
