import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';
import { type ExampleCompany, startExampleCompany } from '../example-company.ts';
import { buildPages, cookiesOf } from '../web/built-pages.ts';

const PATIENCE_MS = 60_000;

export interface CompanyInBrowser {
  company: ExampleCompany;
  browser: Browser;
  /** Opens a page in a new browser context, signed in as the owner unless `isOutside`, and waits for its heading. */
  open(path: string, options?: { width?: number; isOutside?: boolean; measured?: boolean }): Promise<Page>;
  /** Takes an open page to another address, with the scripts that its window has already read and compiled. */
  goTo(page: Page, path: string): Promise<void>;
  close(): Promise<void>;
}

/** One service and one browser for all tests of a file, and a new window for each. */
export async function openCompany(): Promise<CompanyInBrowser> {
  buildPages();
  const [company, browser] = await Promise.all([
    startExampleCompany(),
    chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS }),
  ]);
  const goTo = async (page: Page, path: string) => {
    await page.goto(company.url + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await isComplete(page);
  };
  return {
    company,
    browser,
    goTo,
    async open(path, { width = 1440, isOutside = false, measured = false } = {}) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      if (!isOutside) await context.addCookies(cookiesOf(company.owner, company.url));
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      // With a fixed clock a page has no resource timings either, so pages that are measured keep the real one.
      if (!measured) await page.clock.setFixedTime(company.now);
      await goTo(page, path);
      return page;
    },
    async close() {
      await browser.close();
      await company.close();
    },
  };
}

/** No placeholder is left. */
export async function isComplete(page: Page): Promise<void> {
  const waiting = page.locator('.mantine-Skeleton-root, [aria-busy=true]');
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached' });
}
