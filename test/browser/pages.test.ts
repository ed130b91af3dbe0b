import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { isLong } from '../seed.ts';
import { setUpLink } from '../web/browser.ts';
import { turnTheme, violations } from './axe.ts';
import { type CompanyInBrowser, isComplete, openCompany } from './company-in-browser.ts';

const WIDTHS = [360, 1280, 2560];
/** What stands on a page at 2560 px is what stands there at 1280, in colours that no width changes: more only in a long run. */
const AXE_WIDTHS = isLong ? WIDTHS : [360, 1280];
const DARK_WIDTHS = isLong ? WIDTHS : [1280];

/** Fields and buttons that stand out of what they are in; only tables may be scrolled sideways. */
const CUT_OFF = `[...document.querySelectorAll('input:not([type=hidden]), textarea, button')].flatMap((field) => {
  let around = field.parentElement;
  while (around && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
  const isCut = around && field.getBoundingClientRect().right > around.getBoundingClientRect().right + 1;
  return isCut && field.offsetWidth > 0 && !field.closest('table') ? [field.ariaLabel ?? field.outerHTML.slice(0, 120)] : [];
})`;

describe.skipIf(!findChromium())('every page (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  /** The owner's window, in which one page after the other is looked at. */
  let window: Page;
  beforeAll(async () => {
    inBrowser = await openCompany();
    window = await inBrowser.open('/account');
  });
  afterAll(() => inBrowser?.close());

  async function inWindow(path: string): Promise<Page> {
    await window.setViewportSize({ width: 1440, height: 900 });
    await window.emulateMedia({ colorScheme: 'light' });
    await inBrowser.goTo(window, path);
    return window;
  }

  /** One load, then the window is made narrow and wide and the theme is turned, as a person would. */
  async function lookAtAllSizes(page: Page): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await isComplete(page);
      const themes = { light: AXE_WIDTHS, dark: DARK_WIDTHS };
      for (const colorScheme of (['light', 'dark'] as const).filter((one) => themes[one].includes(width))) {
        await turnTheme(page, colorScheme);
        // Of what axe looks at, only contrast follows the theme.
        const found = await violations(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
        expect(found, `${width} px, ${colorScheme}`).toEqual([]);
      }
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(beyond, `runs out of the page at ${width} px`).toBeLessThanOrEqual(0);
      expect(await page.evaluate(CUT_OFF), `cut off at ${width} px`).toEqual([]);
    }
  }

  test.each([
    '/overview',
    '/approvals',
    '/campaigns',
    '/activity',
    '/history',
    '/playground?channel=social&tool=create_ad_set',
    '/playground?channel=search&tool=update_campaign&view=reference',
    '/rehearsal',
    '/stop',
    '/sheets',
    '/limits',
    '/connections',
    '/keys',
    '/members',
    '/account',
    '/nothing-here',
  ])('axe finds nothing on %s in both themes, and nothing is wider than the screen at three widths', async (path) => {
    const mark = path.includes('?') ? '&' : '?';
    await lookAtAllSizes(await inWindow(`${path}${mark}workspace=${inBrowser.company.acme}`));
  });

  test('a tool can be filled in on a phone', async () => {
    const page = await inBrowser.open(
      `/playground?channel=social&tool=create_ad_set&workspace=${inBrowser.company.acme}`,
      { width: 360 },
    );
    const box = await page.getByRole('region', { name: 'Arguments' }).boundingBox();
    expect(box!.height).toBeGreaterThan(400);
    await page.context().close();
  });

  test.each(['sign-in', 'set-up', 'invitation', 'set-up?link=used'])('nor on %s', async (name) => {
    const { company, open } = inBrowser;
    const path =
      name === 'set-up'
        ? `/set-up?link=${await setUpLink(company)}`
        : name === 'invitation'
          ? new URL(company.invitation).pathname + new URL(company.invitation).search
          : `/${name}`;
    const page = await open(path, { isOutside: true });
    await lookAtAllSizes(page);
    await page.context().close();
  });

  test.each([
    ['/campaigns', 'Always on: prospecting'],
    ['/sheets', 'Budgets 2027'],
    ['/keys', 'Create key'],
    ['/members', 'Invite'],
  ])('nor on %s with what “%s” opens', async (path, name) => {
    const page = await inWindow(`${path}?workspace=${inBrowser.company.acme}`);
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
    await lookAtAllSizes(page);
  });
});
