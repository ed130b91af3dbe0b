import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../test/chromium.ts';
import { serveExamplePages } from '../test/example-pages.ts';

/**
 * Pictures of the pages with example data, in both themes: `node scripts/take-pictures.ts [folder] [name …]`.
 * No service has to run.
 */
interface Picture {
  name: string;
  path: string;
  width: number;
  height: number;
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'gallery', path: '/gallery/', width: 1440, height: 1660 },
  { name: 'overview', path: '/overview', width: 1440, height: 1092, prepare: (page) => hoverChart(page) },
  { name: 'overview-mobile', path: '/overview', width: 390, height: 1258, prepare: (page) => waitForChart(page) },
  { name: 'campaigns', path: '/campaigns?status=!archived', width: 1440, height: 964 },
  { name: 'campaigns-drawer', path: '/campaigns', width: 1440, height: 964, prepare: (page) => openBudget(page) },
  { name: 'campaigns-mobile', path: '/campaigns', width: 390, height: 1010 },
  { name: 'api-keys', path: '/keys?workspace=ws_acme', width: 1440, height: 900 },
  {
    name: 'api-keys-create',
    path: '/keys?workspace=ws_acme',
    width: 1440,
    height: 900,
    prepare: (page) => page.getByRole('button', { name: 'Create key' }).first().click(),
  },
  { name: 'sign-in', path: '/sign-in', width: 1440, height: 900 },
  { name: 'set-up', path: '/set-up?link=example', width: 1440, height: 900 },
];

const NOW = new Date('2026-11-12T09:41:00Z');
const PATIENCE_MS = 60_000;

const [folder = 'docs/pictures', ...names] = process.argv.slice(2);
const pages = await serveExamplePages();
const browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
mkdirSync(folder, { recursive: true });
for (const picture of PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  for (const scheme of ['light', 'dark'] as const) await take(browser, picture, scheme);
}
await browser.close();
await pages.close();

async function take(browser: Browser, picture: Picture, colorScheme: 'light' | 'dark'): Promise<void> {
  const { name, path, width, height, prepare } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await pages.answer(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  await page.clock.setFixedTime(NOW);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(pages.address + path);
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.waitForFunction('document.fonts.status === "loaded"');
  await prepare?.(page);
  await page.waitForTimeout(600);
  const file = join(folder, `${name}-${colorScheme}.png`);
  await page.screenshot({ path: file });
  console.log(file);
  await context.close();
}

async function waitForChart(page: Page): Promise<void> {
  await page.locator('.recharts-bar-rectangle').first().waitFor();
}

async function hoverChart(page: Page): Promise<void> {
  const chart = page.locator('.recharts-surface').first();
  await chart.waitFor();
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.4);
}

async function openBudget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Always on: prospecting' }).click();
  await page.getByRole('button', { name: 'Change budget' }).click();
  await page.getByLabel('After').fill('1100');
}
