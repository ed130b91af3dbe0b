import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { setUpLink } from '../web/browser.ts';
import { lookAtAllSizes } from './all-sizes.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';

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
    // Within one page, such as from one tool to another, the heading stays: nothing would tell when the new content is there.
    const isSamePage = new URL(window.url()).pathname === path.split('?')[0];
    await (isSamePage ? inBrowser.goTo : inBrowser.turnTo)(window, path);
    return window;
  }

  test.each([
    '/overview',
    '/approvals',
    '/alerts',
    '/alerts/endpoints',
    '/campaigns',
    '/conversions',
    '/tags',
    '/tags?container=7001',
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
    await lookAtAllSizes(await inWindow(`${path}${mark}workspace=${inBrowser.company.acme}`), path);
    await window.setViewportSize({ width: 820, height: 900 });
    await expect.poll(() => window.evaluate(BEHIND_THE_EDGE), { message: 'columns behind the edge' }).toEqual([]);
  });

  test('a tool can be filled in on a phone', async () => {
    const page = await inBrowser.open(
      `/playground?channel=social&tool=create_ad_set&workspace=${inBrowser.company.acme}`,
      { width: 360 },
    );
    const box = await page.getByRole('region', { name: 'Arguments' }).boundingBox();
    expect(box!.height).toBeGreaterThan(400);
    await page.close();
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
    await lookAtAllSizes(page, name);
    await page.close();
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
    await lookAtAllSizes(page, path);
  });
});

/** Tables that have to be scrolled sideways. */
const BEHIND_THE_EDGE = `[...document.querySelectorAll('[role=region]:has(> table)')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)`;
