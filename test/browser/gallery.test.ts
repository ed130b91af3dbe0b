import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { serveExamplePages } from '../example-pages.ts';
import { turnTheme, violations } from './axe.ts';
import { runningChromium } from './windows.ts';

/** States that a working service shows rarely: loading, empty, failed, unknown. */
test.skipIf(!findChromium())('axe finds nothing in the gallery of parts and states (needs Chromium)', async () => {
  const pages = await serveExamplePages();
  onTestFinished(() => pages.close());
  const browser = await runningChromium();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  onTestFinished(() => page.close());
  // Served from its source: the first look compiles everything.
  page.setDefaultTimeout(120_000);
  await pages.answer(page.context());
  await page.goto(`${pages.address}/gallery/`);
  await page.getByRole('table', { name: 'Campaigns' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await turnTheme(page, colorScheme);
    expect(await violations(page), colorScheme).toEqual([]);
  }
});
