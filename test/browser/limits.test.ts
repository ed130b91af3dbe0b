import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Browser as Chromium, chromium, type Page, type Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { buildPages, cookiesOf } from '../web/built-pages.ts';
import { invited } from '../web/people.ts';
import { turnTheme, violations } from './axe.ts';

const PATIENCE_MS = 60_000;
const WIDTHS = [360, 768, 1280];
/** Where pictures are put, for a person to look at; none are taken without. */
const PICTURES = process.env.PICTURES;

describe.skipIf(!findChromium())('limits in a browser (needs Chromium)', () => {
  let service: TestService;
  let workspaceId: string;
  let chrome: Chromium;
  let people: { owner: Browser; viewer: Browser };
  let keyId: string;

  beforeAll(async () => {
    buildPages();
    service = await startTestService();
    workspaceId = await service.workspaceId('Acme');
    const owner = await ownerOf(service);
    people = { owner, viewer: await invited(owner, 'viewer@acme.example', 'viewer') };
    keyId = (await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false })).record.id;
    await owner.api.keys.create.mutate({ workspaceId, name: 'nightly', readOnly: true });
    chrome = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_FLAGS });
  }, 300_000);
  afterAll(async () => {
    await chrome?.close();
    await service?.close();
  });
  beforeEach(async () => {
    await service.home.store.db.deleteFrom('spend_limits').execute();
  });

  async function open(person: Browser = people.owner, width = 1280, before?: (page: Page) => Promise<unknown>) {
    const context = await chrome.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await context.addCookies(cookiesOf(person, service.url));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await before?.(page);
    await page.goto(`${service.url}/limits?workspace=${workspaceId}`);
    await page.getByRole('heading', { name: 'How much may each key raise?' }).waitFor();
    return page;
  }

  async function lookAtAllSizes(page: Page, name: string, { axe = true } = {}): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const scheme of ['light', 'dark'] as const) {
        await turnTheme(page, scheme);
        await picture(page, `${name}-${width}-${scheme}`);
        if (width === 768 || !axe) continue;
        const found = await violations(page, scheme === 'dark' ? ['color-contrast'] : undefined);
        expect(found, `${name}, ${width} px, ${scheme}`).toEqual([]);
      }
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(beyond, `${name} runs out of the page at ${width} px`).toBeLessThanOrEqual(0);
    }
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (!PICTURES) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
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
    await page.context().close();
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
    await page.context().close();
  });

  test.each([
    ['USD', 'A day', '-5', /must be a decimal number/],
    ['JPY', 'Month', '500.50', /500\.50 has too many decimals: JPY is counted in steps of 1/],
    ['DOG', 'A day', '5', /must be the ISO code of a currency/],
    ['USD', 'Largest budget', '5,50', /must be a decimal number/],
  ])('in %s, %s “%s” is refused at its field, and nothing is set', async (currency, field, value, said) => {
    const page = await open();
    await button(page, 'Edit limits').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Currency').fill(currency);
    await dialog.getByLabel(field).fill(value);
    await button(page, /^Set limits/).click();
    await dialog.getByText('The limits were not set').waitFor();
    const wrong = dialog.getByLabel(currency === 'DOG' ? 'Currency' : field);
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    const about = (await wrong.getAttribute('aria-describedby'))!.split(' ').at(-1);
    expect(await dialog.locator(`[id="${about}"]`).textContent()).toMatch(said);
    expect(await violations(page)).toEqual([]);
    expect(await service.home.store.db.selectFrom('spend_limits').selectAll().execute()).toEqual([]);
    await page.context().close();
  });

  test('what another person sets meanwhile shows by itself', async () => {
    const page = await open();
    await page.getByText('No limits yet').waitFor();
    await set({ month: '123456' });
    await gauge(page, 'month').getByText('of $123,456.00').waitFor();
    await card(page, 'EUR').getByText('Nothing in EUR may be raised.').waitFor();
    await page.context().close();
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
    await page.context().close();
  });

  test('a channel that does not answer: at least, its last known size, raises refused; then read again', async () => {
    await set({ daily: '900000' });
    const first = await open();
    await card(first).getByText('Counted').waitFor();
    await first.context().close();
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
        { timeout: PATIENCE_MS },
      )
      .toBe(false);
    await gauge(page, 'daily')
      .getByText(/ left$/)
      .waitFor();
    await page.context().close();
  });

  test('a viewer sees the limits, the lock and whom to ask', async () => {
    await set({ daily: '900000' });
    const page = await open(people.viewer);
    await page.getByText(/Owners set limits\. Ask Example Owner \(owner\)\./).waitFor();
    expect(await button(page, 'Edit limits').isDisabled()).toBe(true);
    expect(await button(page, /^Edit limits of|^Edit limits: /).count()).toBe(0);
    await gauge(page, 'daily').getByText('of $900,000.00').waitFor();
    await picture(page, 'viewer');
    await page.context().close();
  });

  test.each([105, 1_000])('%s keys: the first hundred are drawn, all on request, at three widths', async (count) => {
    await set({ daily: '900000' });
    const page = await open(people.owner, 1280, (made) => made.route(/limits\.overview/, withKeys(count)));
    const rows = page.locator('[data-row]');
    await expect.poll(() => rows.count()).toBe(100);
    // The same rows as above, only more of them, and axe takes its time for each.
    await lookAtAllSizes(page, `keys-${count}`, { axe: false });
    await page.setViewportSize({ width: 1280, height: 900 });
    await button(page, `Show all ${count.toLocaleString('en-US')}`).click();
    await expect.poll(() => rows.count()).toBe(count);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
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
