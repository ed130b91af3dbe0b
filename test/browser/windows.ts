import { type BrowserContext, type Browser as Chromium, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';
import type { Browser as Person } from '../web/browser.ts';
import { buildPages, cookiesOf } from '../web/built-pages.ts';

const PATIENCE_MS = 60_000;

interface OpenOptions {
  /** The person who is signed in; left out: none. */
  as?: Person;
  width?: number;
  /** What the page's clock shows, standing still. */
  now?: Date;
  /** Done with the empty page, such as holding up a request that it is about to make. */
  before?: (page: Page) => Promise<unknown>;
}

export interface Windows {
  browser: Chromium;
  /** Opens a page and waits for its heading. A person's pages share a window, with the scripts that it has read and compiled. */
  open(url: string, options?: OpenOptions): Promise<Page>;
  /** A test is done with this page: what the same person opens next is opened in it, for a third of what another page takes. */
  leave(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** A page that a test has left, and what its clock shows. */
interface Idle {
  page: Page;
  person: Person;
  now: number | undefined;
}

let running: Promise<Chromium> | undefined;

/** One for all files that a test process runs: starting it takes as long as a short test. It ends with the process. */
export function runningChromium(): Promise<Chromium> {
  running ??= chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
  return running;
}

export async function openWindows(): Promise<Windows> {
  buildPages();
  const browser = await runningChromium();
  const windows = new Map<Person, BrowserContext>();
  const open: BrowserContext[] = [];
  const newWindow = async () => {
    const window = await browser.newContext({ reducedMotion: 'reduce' });
    open.push(window);
    return window;
  };
  const windowOf = async (person: Person) => {
    const window = windows.get(person) ?? (await newWindow());
    windows.set(person, window);
    return window;
  };
  const opened = new Map<Page, Idle>();
  const idle: Idle[] = [];
  const newPage = async (person: Person | undefined, now: Date | undefined) => {
    const at = idle.findIndex((one) => one.person === person && one.now === now?.getTime());
    const [left] = at === -1 ? [] : idle.splice(at, 1);
    if (left) return left.page;
    const page = await (person ? await windowOf(person) : await newWindow()).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    if (now) await page.clock.setFixedTime(now);
    if (person) opened.set(page, { page, person, now: now?.getTime() });
    return page;
  };
  return {
    browser,
    async open(url, { as: person, width = 1440, now, before } = {}) {
      const { origin } = new URL(url);
      const page = await newPage(person, now);
      if (person) {
        await page.context().addCookies(cookiesOf(person, origin));
        await forgetSettings(page, origin);
      }
      await page.setViewportSize({ width, height: 900 });
      await before?.(page);
      await page.goto(url);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      return page;
    },
    async leave(page) {
      const left = opened.get(page);
      if (!left) return page.close();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.emulateMedia({ colorScheme: null });
      await page.evaluate('sessionStorage.clear()');
      idle.push(left);
    },
    async close() {
      for (const window of open) await window.close();
    },
  };
}

/** Of the pages that were open in this window before, such as which columns they hid. */
async function forgetSettings(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  await session.detach();
}

/** No placeholder is left. */
export async function isComplete(page: Page): Promise<void> {
  const waiting = page.locator('.mantine-Skeleton-root, [aria-busy=true]');
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached' });
}
