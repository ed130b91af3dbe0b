import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { startTestService, type TestService } from '../service.ts';
import { runningChromium } from './windows.ts';

describe.skipIf(!findChromium())('the documentation in a browser (needs Chromium)', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService({ platforms: [] });
    browser = await runningChromium();
  });
  afterAll(() => service?.close());

  async function open(hash = '', options: { width?: number; javaScript?: boolean } = {}): Promise<Page> {
    const { width = 1280, javaScript: javaScriptEnabled = true } = options;
    const context = await browser.newContext({ viewport: { width, height: 844 }, javaScriptEnabled });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(`${service.url}/docs${hash}`);
    return page;
  }

  const openTools = (page: Page) => page.locator('details.tool[open]');

  test.each([
    ['a tool of a channel', '#search/get_customer', true],
    ['a tool by its name alone', '#create_ad_creative', true],
    ['a tool, without script', '#search/get_customer', false],
  ])('a link to %s opens it', async (_, hash, javaScript) => {
    const page = await open(hash, { javaScript });
    const opened = openTools(page);
    await opened.waitFor();
    expect(await opened.count()).toBe(1);
    expect(await opened.getAttribute('data-tool')).toBe(hash.slice(1).split('/').at(-1));
    const top = (await opened.boundingBox())!.y;
    expect(top).toBeGreaterThan(-100);
    expect(top).toBeLessThan(400);
  });

  test('words in the search leave what fits, in the page and in the contents', async () => {
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('keyword ideas');
    const shown = page.locator('details.tool:visible');
    expect(await shown.count()).toBeLessThan(5);
    expect(await page.locator('details.tool[data-tool=search_keyword_ideas]').isVisible()).toBe(true);
    expect(await page.locator('nav a', { hasText: 'search_keyword_ideas' }).isVisible()).toBe(true);
    expect(await page.locator('nav a', { hasText: 'get_customer' }).isVisible()).toBe(false);
    await page.fill('#search', 'zzz');
    expect(await page.locator('#none').isVisible()).toBe(true);
  });

  test('an example is copied as it stands', async () => {
    const page = await open('#search/get_customer');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const example = openTools(page).locator('.copyable');
    await example.locator('button').click();
    await example.locator('button', { hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await example.locator('pre').textContent());
    expect(copied).toContain(`curl -s ${service.url}/search/mcp`);
  });

  test.each(['', '#search/create_campaign', '#errors'])(
    'at 390 px nothing runs out of the page: "%s"',
    async (hash) => {
      const page = await open(hash, { width: 390 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      if (hash.includes('/')) {
        const top = (await openTools(page).boundingBox())!.y;
        expect(top, 'below the bar with the search').toBeGreaterThan(40);
      }
    },
  );
});
