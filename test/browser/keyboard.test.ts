import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { violations } from './axe.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';

describe.skipIf(!findChromium())('the keyboard alone (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany({ fewAccounts: false });
  });
  afterAll(() => inBrowser?.close());

  const open = (path: string) => inBrowser.open(`${path}?workspace=${inBrowser.company.acme}`);
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = (page: Page) =>
    page.evaluate(
      `(document.activeElement.ariaLabel ?? document.activeElement.textContent ?? '').trim() || document.activeElement.tagName`,
    ) as Promise<string>;
  const isInDialog = (page: Page) => page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`);

  test('Tab walks navigation, bar and page in the order they are read, and where one is can be seen', async () => {
    const page = await open('/keys');
    const seen: string[] = [];
    for (let step = 0; step < 27; step++) {
      await page.keyboard.press('Tab');
      seen.push(await focused(page));
      const ring = await page.evaluate(`(() => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow.includes('inset');
      })()`);
      expect(ring, `focus on ${seen.at(-1)}`).toBeTruthy();
    }
    const order = [
      'Overview',
      'Approvals',
      'Alerts',
      'Campaigns',
      'Media plans',
      'Conversions',
      'Tags',
      'Activity',
      'API keys',
      'Members',
      'Create key',
      'Name or last four',
    ];
    const places = order.map((name) => seen.findIndex((text) => text.startsWith(name)));
    expect(places, seen.join(' | ')).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    await inBrowser.leave(page);
  });

  test.each([
    ['/campaigns', 'checkbox', 'Select all'],
    ['/rehearsal', 'switch', 'Slow on Video'],
  ] as const)('%s: the focus on the %s can be seen', async (path, role, name) => {
    const page = await open(path);
    await page.getByRole(role, { name }).focus();
    await press(page, 'Shift+Tab', 'Tab');
    const { outlineWidth, sibling } = (await page.evaluate(`({
      outlineWidth: getComputedStyle(document.activeElement).outlineWidth,
      sibling: getComputedStyle(document.activeElement.nextElementSibling).outlineWidth,
    })`)) as Record<string, string>;
    expect([outlineWidth, sibling]).toContain('2px');
    await inBrowser.leave(page);
  });

  test.each([
    ['/keys', 'Create key'],
    ['/members', 'Invite'],
    ['/campaigns', 'Always on: prospecting'],
    ['/sheets', 'Budgets 2027'],
  ])('%s: what “%s” opens keeps the focus, Escape closes it, and the focus is back', async (path, name) => {
    const page = await open(path);
    const opener = page.getByRole('button', { name }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => isInDialog(page)).toBe(true);
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press(step < 10 ? 'Tab' : 'Shift+Tab');
      expect(await isInDialog(page), `after ${step + 1} steps`).toBe(true);
    }
    // A list that opens with the focus would take the first Escape for itself.
    await page.getByRole('dialog').getByRole('button').first().focus();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain(name);
    await inBrowser.leave(page);
  });

  test('search and list of keys are opened, used and left', async () => {
    const page = await open('/keys');
    await press(page, 'Control+k');
    await page.getByPlaceholder('Search or jump to').waitFor();
    await page.keyboard.press('Escape');
    await page.getByPlaceholder('Search or jump to').waitFor({ state: 'detached' });
    await press(page, 'Control+k');
    await page.getByPlaceholder('Search or jump to').fill('member');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByPlaceholder('Search or jump to').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Keys').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press(page, 'g', 'o');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await inBrowser.leave(page);
  });

  test('campaigns are walked, opened, changed and left', async () => {
    const page = await open('/campaigns');
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('Autumn sale');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toContain('Always on: prospecting');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: 'Always on: prospecting' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('dialog').getByRole('heading', { name: 'Search – Shoes' }).waitFor();
    await page.getByRole('button', { name: 'Change budget' }).press('Enter');
    await page.getByLabel('After').fill('200');
    await page.getByText('+ $10.00 a day').waitFor();
    expect(await violations(page)).toEqual([]);
    await press(page, 'Escape');
    await expect.poll(() => page.getByRole('dialog').count(), { message: 'one step back' }).toBe(1);
    await press(page, 'Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await inBrowser.leave(page);
  });

  test('filters live in the address and come back from it', async () => {
    const page = await open('/campaigns');
    await page.goto(`${page.url()}&channel=video&sort=name`);
    await page.getByText(/\d+ of \d+ campaigns/).waitFor();
    await page.getByRole('button', { name: 'Remove the filter on channel' }).press('Enter');
    await expect.poll(() => page.url()).not.toContain('channel=');
    expect(page.url()).toContain('sort=name');
    await page.keyboard.press('/');
    await page.keyboard.type('nobody');
    await page.getByText('No campaign matches the search').waitFor();
    expect(page.url()).toContain('q=nobody');
    await inBrowser.leave(page);
  });
});
