import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { invited } from '../web/people.ts';
import { lookAtAllSizes, picture } from './all-sizes.ts';
import { violations } from './axe.ts';
import { openWindows, type Windows } from './windows.ts';

describe.skipIf(!findChromium())('limits in a browser (needs Chromium)', () => {
  let service: TestService;
  let workspaceId: string;
  let windows: Windows;
  let people: { owner: Browser; viewer: Browser };
  let keyId: string;

  beforeAll(async () => {
    service = await startTestService({ fewAccounts: true });
    workspaceId = await service.workspaceId('Acme');
    const owner = await ownerOf(service);
    people = { owner, viewer: await invited(owner, 'viewer@acme.example', 'viewer') };
    keyId = (await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false })).record.id;
    await owner.api.keys.create.mutate({ workspaceId, name: 'nightly', readOnly: true });
    windows = await openWindows();
  }, 300_000);
  afterAll(async () => {
    await windows?.close();
    await service?.close();
  });
  beforeEach(async () => {
    await service.home.store.db.deleteFrom('spend_limits').execute();
  });

  async function open(person: Browser = people.owner, before?: (page: Page) => Promise<unknown>) {
    const options = { as: person, width: 1280, ...(before && { before }) };
    const page = await windows.open(`${service.url}/limits?workspace=${workspaceId}`, options);
    await page.getByRole('heading', { name: 'How much may each key raise?' }).waitFor();
    return page;
  }

  type Amounts = Parameters<typeof people.owner.api.limits.set.mutate>[0]['amounts'];
  const set = (amounts: Amounts, currency = 'USD') =>
    people.owner.api.limits.set.mutate({ workspaceId, of: { scope: 'workspace' }, currency, amounts });
  const card = (page: Page, currency = 'USD') => page.getByRole('region', { name: `${currency} of Acme, sandbox` });
  const gauge = (page: Page, kind: string) => card(page).locator(`[data-kind=${kind}]`);
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });

  test('no limit: what would stand here, what runs all the same, at three widths in both themes', async () => {
    const page = await open();
    await page.getByText('No limits yet').waitFor();
    await gauge(page, 'daily').getByText('shown, not enforced').waitFor();
    await card(page).getByText('No limit set').waitFor();
    await lookAtAllSizes(page, 'limits-0');
    await windows.leave(page);
  });

  test('an owner sets, changes and removes a limit by keyboard; the bar follows, Activity tells', async () => {
    const page = await open();
    await button(page, 'Edit limits').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Currency').fill('USD');
    await dialog.getByLabel('A day').fill('900,000');
    await dialog.getByLabel('Step, one change').fill('50');
    await picture(page, 'edit');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await gauge(page, 'daily').getByText('of $900,000.00').waitFor();
    await gauge(page, 'daily')
      .getByText(/ left$/)
      .waitFor();
    await card(page).getByText('+ 50 %').waitFor();
    await lookAtAllSizes(page, 'limits-1', { axe: false });
    await page.setViewportSize({ width: 1280, height: 900 });

    await button(page, 'Edit limits: USD of Acme, sandbox').click();
    await dialog.getByLabel('A day').fill('10');
    await dialog.getByText(/Below what runs now, by .*Nothing is cut: raises are refused/).waitFor();
    await picture(page, 'edit-below');
    await button(page, /^Set limits/).click();
    await card(page).getByText('Over limit: raises refused').waitFor();
    await gauge(page, 'daily')
      .getByText(/over by \$[\d,.]+ over_limit/)
      .waitFor();
    await gauge(page, 'daily').getByText('nothing left').waitFor();
    await lookAtAllSizes(page, 'over');
    await page.setViewportSize({ width: 1280, height: 900 });

    await button(page, 'Edit limits: USD of Acme, sandbox').click();
    await dialog.getByLabel('A day').fill('');
    await button(page, /^Set limits/).click();
    await gauge(page, 'daily').getByText('shown, not enforced').waitFor();
    await button(page, 'History of limits').click();
    await page.getByText('a day of the workspace: no limit (was 10)').first().waitFor();
    await page.getByText('a day of the workspace: 10 USD (was 900000)').first().waitFor();
    await windows.leave(page);
  });

  test('bad input is refused at its field, and nothing is set', async () => {
    const page = await open();
    await button(page, 'Edit limits').click();
    const dialog = page.getByRole('dialog');
    for (const [currency, field, value, wrong, said] of [
      ['USD', 'A day', '-5', 'A day', /must be a decimal number/],
      ['USD', 'Largest budget', '5,50', 'Largest budget', /must be a decimal number/],
      ['JPY', 'Month', '500.50', 'Month', /500\.50 has too many decimals: JPY is counted in steps of 1/],
      ['DOG', 'A day', '5', 'Currency', /must be the ISO code of a currency/],
    ] as const) {
      await dialog.getByLabel('Currency').fill(currency);
      await dialog.getByLabel(field).fill(value);
      await button(page, /^Set limits/).click();
      const named = dialog.getByLabel(wrong);
      const error = () => named.getAttribute('aria-describedby').then((ids) => ids?.split(' ').at(-1));
      await expect
        .poll(async () => dialog.locator(`[id="${await error()}"]`).allTextContents())
        .toEqual([expect.stringMatching(said)]);
      expect(await named.getAttribute('aria-invalid')).toBe('true');
      await dialog.getByText('The limits were not set').waitFor();
      await dialog.getByLabel(field).fill('');
    }
    expect(await violations(page)).toEqual([]);
    expect(await service.home.store.db.selectFrom('spend_limits').selectAll().execute()).toEqual([]);
    await windows.leave(page);
  });

  test('what another person sets meanwhile shows by itself', async () => {
    const page = await open();
    await page.getByText('No limits yet').waitFor();
    await set({ month: '123456' });
    await gauge(page, 'month').getByText('of $123,456.00').waitFor();
    await card(page, 'EUR').getByText('Nothing in EUR may be raised.').waitFor();
    await windows.leave(page);
  });

  test('the organization’s limits have cards of their own, and a key its own in the table', async () => {
    const page = await open();
    await button(page, 'Edit limits').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('All workspaces', { exact: true }).click();
    await dialog.getByLabel('Currency').fill('USD');
    await dialog.getByLabel('A day').fill('800000');
    await button(page, /^Set limits/).click();
    const whole = page.getByRole('region', { name: 'USD of Acme, all workspaces, sandbox' });
    await whole.getByText('of $800,000.00').waitFor();

    await button(page, 'Edit limits of media-buyer').click();
    await dialog.getByLabel('Currency').fill('USD');
    await dialog.getByLabel('A day').fill('400');
    await dialog.getByLabel('Largest budget').fill('250');
    await button(page, /^Set limits/).click();
    const row = page.getByRole('row').filter({ hasText: 'media-buyer' });
    await row.getByText('$0.00 of $400.00').waitFor();
    await row.getByText('A day: $400.00 left').waitFor();
    await row.getByText('$250.00').waitFor();
    await page.getByRole('row').filter({ hasText: 'nightly' }).getByText('reads only').waitFor();
    expect(
      await service.home.spendLimits.book.list((await people.owner.api.session.me.query()).organization.id),
    ).toMatchObject([
      { scope: 'organization', kind: 'daily' },
      { scope: 'key', scopeId: keyId, kind: 'daily', amount: '400' },
      { scope: 'key', scopeId: keyId, kind: 'single', amount: '250' },
    ]);
    await lookAtAllSizes(page, 'scopes');
    await windows.leave(page);
  });

  test('a channel that does not answer: at least, its last known size, raises refused; then read again', async () => {
    await set({ daily: '900000' });
    const first = await open();
    await card(first).getByText('Counted').waitFor();
    await windows.leave(first);
    const { owner } = people;
    await owner.api.rehearsal.setFault.mutate({ platform: 'video', kind: 'unavailable', times: 100_000 });
    await sql`UPDATE spend_snapshots SET taken_at = taken_at - 600000 WHERE channel = 'video'`.execute(
      service.home.store.db,
    );
    const page = await open();
    const told = page.getByRole('region', { name: 'What cannot be read' });
    await told.getByText('Video').first().waitFor();
    await told.getByText('Pauses and cuts pass.').waitFor();
    await card(page).getByText('Raises refused').waitFor();
    await gauge(page, 'daily')
      .getByText(/^at least \$/)
      .waitFor();
    await gauge(page, 'daily').getByText('–', { exact: true }).waitFor();
    await gauge(page, 'daily')
      .getByRole('img', { name: /when it last answered/ })
      .waitFor();
    await lookAtAllSizes(page, 'unreadable');
    await owner.api.rehearsal.clearFaults.mutate({});
    await expect
      .poll(
        async () => {
          if (await told.isVisible()) await button(page, 'Read again').click();
          return told.isVisible();
        },
        { timeout: 120_000 },
      )
      .toBe(false);
    await gauge(page, 'daily')
      .getByText(/ left$/)
      .waitFor();
    await windows.leave(page);
  });

  test('a viewer sees the limits, the lock and whom to ask', async () => {
    await set({ daily: '900000' });
    const page = await open(people.viewer);
    await page.getByText(/Owners set limits\. Ask Example Owner \(owner\)\./).waitFor();
    expect(await button(page, 'Edit limits').isDisabled()).toBe(true);
    expect(await button(page, /^Edit limits of|^Edit limits: /).count()).toBe(0);
    await gauge(page, 'daily').getByText('of $900,000.00').waitFor();
    await picture(page, 'viewer');
    await windows.leave(page);
  });

  test.each([105, 1_000])('%s keys: the first hundred are drawn, all on request, at three widths', async (count) => {
    await set({ daily: '900000' });
    const page = await open(people.owner, (made) => made.route(/limits\.overview/, withKeys(count)));
    const rows = page.locator('[data-row]');
    await expect.poll(() => rows.count()).toBe(100);
    // The same rows as above, only more of them, and axe takes its time for each.
    await lookAtAllSizes(page, `keys-${count}`, { axe: false });
    await page.setViewportSize({ width: 1280, height: 900 });
    await button(page, `Show all ${count.toLocaleString('en-US')}`).click();
    await expect.poll(() => rows.count()).toBe(count);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await windows.leave(page);
  });
});

/** The first key of the real answer so many times over, each with a limit that is used a little more. */
const withKeys = (count: number) => async (route: Route) => {
  const reply = await route.fetch();
  const body = await reply.json();
  const { data } = body.result;
  const [first] = data.keys;
  data.keys = Array.from({ length: count }, (_, at) => {
    const used = String(at % 400);
    const limit = { scope: 'key', mode: 'sandbox', currency: 'USD', held: '0', used };
    return {
      ...first,
      id: `${first.id}${at}`,
      name: `key ${at}`,
      readOnly: false,
      limits: [
        { ...limit, kind: 'daily', limit: '400', headroom: String(400 - (at % 400)) },
        { ...limit, kind: 'month', limit: '12000', headroom: String(12_000 - (at % 400)) },
      ],
    };
  });
  await route.fulfill({ response: reply, json: body });
};
