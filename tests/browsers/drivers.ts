import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { Builder, By } from 'selenium-webdriver';

/** One window of a browser, with what both drivers can do. */
export type BrowserWindow = {
  readonly open: (url: string) => Promise<void>;
  /** Runs a function in the page and returns its JSON-serialisable result. The function must be self-contained. */
  readonly evaluate: <Result, Args extends readonly unknown[]>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  readonly chooseFile: (selector: string, path: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type BrowserName = 'Firefox' | 'WebKit';

export const launchers: { readonly [Name in BrowserName]: () => Promise<BrowserWindow> } = {
  Firefox: launchFirefox,
  WebKit: launchWebKit,
};

/** Time after which the drivers give up on a script; the tests have limits of their own. */
const SCRIPT_TIMEOUT_MS = 240_000;

/** Starts the installed Firefox without a window, driven over WebDriver BiDi. */
async function launchFirefox(): Promise<BrowserWindow> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    // The window has the size: not each version of Firefox knows the commands by which a page is given one.
    defaultViewport: null,
    args: ['--width=1280', '--height=900'],
    protocolTimeout: SCRIPT_TIMEOUT_MS,
  });
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url, { waitUntil: 'load' });
    },
    evaluate: (work, ...args) => page.evaluate(work as never, ...(args as unknown as never[])) as never,
    chooseFile: async (selector, path) => {
      const input = await page.$(selector);
      if (!input) throw new Error(`The page has no element ${selector}.`);
      await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(path);
    },
    close: () => browser.close(),
  };
}

/** Starts WebKitGTK's small browser on a virtual display, driven over WebDriver. */
async function launchWebKit(): Promise<BrowserWindow> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'webkit-'));
  // A process group of its own: `xvfb-run` leaves its display running when only the script itself is ended.
  const server = spawn('xvfb-run', ['-a', '-s', '-screen 0 1280x1024x24', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  });
  // Also when the tests are interrupted.
  const endNow = () => endGroup(server);
  process.once('exit', endNow);
  const end = async () => {
    process.off('exit', endNow);
    await endGroup(server);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await answering(`http://127.0.0.1:${port}/status`);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: process.env.MINIBROWSER_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
          args: ['--automation'],
        },
      })
      .build();
    await driver.manage().setTimeouts({ script: SCRIPT_TIMEOUT_MS, pageLoad: SCRIPT_TIMEOUT_MS });
    return {
      open: (url) => driver.get(url),
      evaluate: (work, ...args) => driver.executeScript(work as never, ...args),
      chooseFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
      close: async () => {
        await driver.quit().catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address && typeof address === 'object' ? address.port : 0;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).catch(() => null)) return;
    await sleep(100);
  }
  throw new Error(`Nothing answers at ${url}.`);
}

async function endGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode !== null || leader.pid === undefined) return;
  const exited = once(leader, 'exit');
  process.kill(-leader.pid, 'SIGTERM');
  await Promise.race([exited, sleep(5000)]);
}
