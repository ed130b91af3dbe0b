import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';
import { type ExamplePages, serveExamplePages } from '../example-pages.ts';

const executablePath = findChromium();
const PATIENCE_MS = 60_000;

describe.skipIf(!executablePath)('the pages in a browser (needs Chromium)', () => {
  let pages: ExamplePages;
  let browser: Browser;

  beforeAll(async () => {
    pages = await serveExamplePages();
    browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
  });

  async function open(path: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}) {
    const { width = 1440, colorScheme = 'light' } = options;
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await pages.answer(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(pages.address + path);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return { page, context };
  }

  const violations = async (page: Page) =>
    (await new AxeBuilder({ page }).analyze()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );

  const PAGES = ['/overview', '/campaigns', '/sign-in', '/set-up?link=x', '/invitation?token=x', '/gallery/'];

  test.each(PAGES.flatMap((path) => (['light', 'dark'] as const).map((scheme) => [path, scheme] as const)))(
    'axe finds nothing on %s in %s',
    async (path, colorScheme) => {
      const { page, context } = await open(path, { colorScheme });
      expect(await violations(page)).toEqual([]);
      await context.close();
    },
  );

  test.each([360, 768, 2560])('at %i px nothing is wider than the screen', async (width) => {
    for (const path of ['/overview', '/campaigns', '/sign-in', '/set-up?link=x']) {
      const { page, context } = await open(path, { width });
      const scrolls = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(scrolls, path).toBeLessThanOrEqual(0);
      await context.close();
    }
  });

  test('the campaigns are walked, opened, changed and left with the keyboard alone', async () => {
    const { page, context } = await open('/campaigns?status=!archived');
    const focused = () => page.evaluate('document.activeElement?.textContent');
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('j');
    await expect.poll(focused).toContain('Always on');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toContain('Generic: hiking boots');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Generic: hiking boots' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('dialog').getByRole('heading', { name: 'Performance Max' }).waitFor();
    await page.getByRole('button', { name: 'Change budget' }).press('Enter');
    await page.getByLabel('After').fill('700');
    await page.getByText('+ $60.00 a day (+ 9.4 %)').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await leaveByKeys(page, context);
  });

  async function leaveByKeys(page: Page, context: BrowserContext) {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await context.close();
  }

  test('filters live in the address and come back from it', async () => {
    const { page, context } = await open('/campaigns?channel=video&sort=name');
    await expect.poll(() => page.getByText('3 of 18 campaigns').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove the filter on channel' }).click();
    await expect.poll(() => page.url()).not.toContain('channel=');
    expect(page.url()).toContain('sort=name');
    await page.keyboard.press('/');
    await page.keyboard.type('nobody');
    await page.getByText('No campaign matches the search').waitFor();
    expect(page.url()).toContain('q=nobody');
    await context.close();
  });

  test('ten thousand rows are drawn a screenful at a time', async () => {
    const { page, context } = await open('/gallery/');
    const table = page.getByRole('table', { name: 'Campaigns' });
    await table.waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('10001');
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    await context.close();
  });
});
