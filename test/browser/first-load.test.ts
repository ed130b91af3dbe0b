import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';

const SCRIPT_BYTES_MAX = 300_000;

describe.skipIf(!findChromium())('what the first page loads (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany();
  });
  afterAll(() => inBrowser?.close());

  test.each([
    ['/sign-in', 'input[type=password]'],
    ['/overview', '.recharts-bar-rectangle'],
  ])('%s: at most 300 kB of packed script, its chart included', async (path, whole) => {
    const page = await inBrowser.open(path, { isOutside: path === '/sign-in', measured: true });
    await page.locator(whole).first().waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = (await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map((file) => file.encodedBodySize)`,
    )) as number[];
    const sum = sizes.reduce((all, size) => all + size, 0);
    console.log(`${path}: ${sum} bytes of script in ${sizes.length} files`);
    expect(sum).toBeGreaterThan(50_000);
    expect(sum).toBeLessThan(SCRIPT_BYTES_MAX);
    await page.close();
  });
});
