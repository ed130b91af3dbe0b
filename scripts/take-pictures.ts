import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { createServer } from 'vite';
import { CHROMIUM_FLAGS, findChromium } from '../test/chromium.ts';
import { exampleAnswer } from '../web/gallery/example-answers.ts';

/**
 * Pictures of the pages with example data, in both themes: `node scripts/take-pictures.ts [folder] [name …]`.
 * The pages are served by Vite and every call of their API is answered here, so no service has to run.
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
const server = await createServer({
  configFile: resolve(import.meta.dirname, '../web/vite.config.ts'),
  server: { port: 0 },
  logLevel: 'error',
});
await server.listen();
const address = server.resolvedUrls!.local[0]!.replace(/\/$/, '');
const browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
mkdirSync(folder, { recursive: true });
for (const picture of PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  for (const scheme of ['light', 'dark'] as const) await take(browser, picture, scheme);
}
await browser.close();
await server.close();

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
  await answer(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  await page.clock.setFixedTime(NOW);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(address + path);
  await page.waitForLoadState('networkidle');
  await page.locator('h1, p').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction('document.fonts.status === "loaded"');
  await prepare?.(page);
  await page.waitForTimeout(600);
  const file = join(folder, `${name}-${colorScheme}.png`);
  await page.screenshot({ path: file });
  console.log(file);
  await context.close();
}

/** Only calls of the API: the pages' own files have addresses that begin alike. */
function answer(context: BrowserContext): Promise<unknown> {
  return context.route(/\/api\/trpc\//, reply);
}

async function reply(route: Route): Promise<void> {
  const request = route.request();
  const { pathname, searchParams } = new URL(request.url());
  const paths = pathname.replace(/^\/api\/trpc\//, '').split(',');
  const inputs = JSON.parse(request.postData() ?? searchParams.get('input') ?? '{}');
  const isBatch = searchParams.has('batch');
  const answers = paths.map((path, index) => {
    const data = exampleAnswer(path, isBatch ? inputs[index] : inputs);
    if (data !== undefined) return { result: { data } };
    return {
      error: { code: -32004, message: `No example of ${path}.`, data: { code: 'NOT_FOUND', httpStatus: 404, path } },
    };
  });
  await route.fulfill({ json: isBatch ? answers : answers[0] });
}

const waitForChart = (page: Page) => page.locator('.recharts-bar-rectangle').first().waitFor();

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
