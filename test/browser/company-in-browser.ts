import type { Browser, Page } from 'playwright-core';
import { type ExampleCompany, startExampleCompany } from '../example-company.ts';
import type { Browser as Person } from '../web/browser.ts';
import { isComplete, openWindows } from './windows.ts';

interface CompanyPage {
  width?: number;
  as?: Person;
  isOutside?: boolean;
  measured?: boolean;
}

export interface CompanyInBrowser {
  company: ExampleCompany;
  browser: Browser;
  /** Opens a page, signed in as the owner or whom `as` says, unless `isOutside`, and waits until it is complete. */
  open(path: string, options?: CompanyPage): Promise<Page>;
  /** Takes an open page to another address. */
  goTo(page: Page, path: string): Promise<void>;
  /** Takes an open page to another one as its own links do, without loading everything again. */
  turnTo(page: Page, path: string): Promise<void>;
  /** A test is done with this page: the person's next one is opened in it. */
  leave(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** One service and one browser for all tests of a file. `fewAccounts: false` for those that need campaigns of many accounts. */
export async function openCompany({ fewAccounts = true } = {}): Promise<CompanyInBrowser> {
  const [company, windows] = await Promise.all([startExampleCompany({ fewAccounts }), openWindows()]);
  const turnTo = async (page: Page, path: string) => {
    // The page before stays in sight until the next one is there.
    await page.evaluate(`document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-left', ''))`);
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
    await page.locator('h1:not([data-left])').first().waitFor({ state: 'attached' });
    await isComplete(page);
  };
  return {
    turnTo,
    company,
    browser: windows.browser,
    async goTo(page, path) {
      await page.goto(company.url + path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await isComplete(page);
    },
    async open(path, { width, as: person = company.owner, isOutside = false, measured = false } = {}) {
      const page = await windows.open(company.url + path, {
        ...(width && { width }),
        ...(!isOutside && { as: person }),
        // With a fixed clock a page has no resource timings either, so pages that are measured keep the real one.
        ...(!measured && { now: company.now }),
      });
      await isComplete(page);
      return page;
    },
    leave: windows.leave,
    async close() {
      await windows.close();
      await company.close();
    },
  };
}
