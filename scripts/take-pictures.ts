import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { isComplete } from '../test/browser/windows.ts';
import { CHROMIUM_FLAGS, findChromium } from '../test/chromium.ts';
import { PICTURED_URL, startExampleCompany } from '../test/example-company.ts';
import { startTestService } from '../test/service.ts';
import { setUpLink } from '../test/web/browser.ts';
import { buildPages, cookiesOf } from '../test/web/built-pages.ts';
import { type Picture, picturesOf } from './pictures.ts';

/**
 * Pictures of every page in both themes, of a service in which people and agents have worked for two weeks, on the sandbox:
 * `npm run pictures -- [folder] [name …]`. The service's clock and chance stand still: a second run differs only in what was
 * measured, and in ids that others gave and what is ordered by them.
 */
const PATIENCE_MS = 60_000;
/** The count beside Campaigns is asked for once the page itself is there; not every page has room for it. */
const COUNT_MS = 3_000;
const WEBP_QUALITY = 0.8;

const [folder = 'docs/pictures', ...names] = process.argv.slice(2);
buildPages();
const company = await startExampleCompany();
const untouched = await startTestService({ platforms: [] });
const pictures = await picturesOf(company, `${untouched.url}/set-up?link=${await setUpLink(untouched)}`);
const browser = await chromium.launch({
  executablePath: findChromium()!,
  args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP localhost ${new URL(company.url).host}`],
});
const encoder = await browser.newPage();
mkdirSync(folder, { recursive: true });
for (const picture of pictures.filter(({ name }) => names.length === 0 || names.includes(name)))
  for (const scheme of ['light', 'dark'] as const) await take(picture, scheme);
await browser.close();
await untouched.close();
await company.close();

async function take(picture: Picture, colorScheme: 'light' | 'dark'): Promise<void> {
  const { name, path, width = 1440, height = 900, isOutside, prepare } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    colorScheme,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  if (!isOutside) await context.addCookies(cookiesOf(company.owner, PICTURED_URL));
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  page.setDefaultTimeout(PATIENCE_MS);
  await page.clock.setFixedTime(company.now);
  await page.goto(URL.canParse(path) ? path : PICTURED_URL + path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await settled(page);
  await prepare?.(page);
  await settled(page);
  if (!isOutside) await counted(page);
  const file = join(folder, `${name}-${colorScheme}.webp`);
  writeFileSync(file, await webp(await page.screenshot()));
  console.log(file);
  await context.close();
}

/** Nothing is on its way, and no placeholder is left. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await isComplete(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.waitForTimeout(400);
}

async function counted(page: Page): Promise<void> {
  const count = page.getByRole('link', { name: /^Campaigns\s*\d/ });
  await count.waitFor({ timeout: COUNT_MS }).catch(() => {});
}

/** A third of what the same picture takes as PNG. The browser has the encoder. */
async function webp(png: Buffer): Promise<Buffer> {
  const encoded = (await encoder.evaluate(`(async () => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    return canvas.toDataURL('image/webp', ${WEBP_QUALITY});
  })()`)) as string;
  return Buffer.from(encoded.split(',')[1] ?? '', 'base64');
}
