import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { INNER_RECEIVER } from '../example-company.ts';
import { lookAtAllSizes } from './all-sizes.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';
import { isComplete } from './windows.ts';

describe.skipIf(!findChromium())('alerts (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany();
  });
  afterAll(() => inBrowser?.close());

  const alerts = () => `/alerts?workspace=${inBrowser.company.acme}`;
  const dialog = (page: Page) => page.getByRole('dialog');

  test('a monitor is tried on the past, made, fires, is seen, and is deleted', async () => {
    const { company } = inBrowser;
    // The first fill of the history, so that there is a past to try it on.
    await company.runJobs();
    const page = await inBrowser.open(alerts());
    await page.getByText('Nothing is watched yet').waitFor();
    await page.getByRole('button', { name: 'New monitor' }).first().click();
    await dialog(page).getByRole('button', { name: 'Look' }).click();
    await dialog(page)
      .getByText(/would have fired from/)
      .waitFor();
    await dialog(page).getByRole('combobox', { name: 'What to look for' }).click();
    await page.getByRole('option', { name: 'Ad rejected' }).click();
    await dialog(page).getByRole('button', { name: 'Create the monitor' }).click();
    await page.getByText('is watched').first().waitFor();
    await company.runJobs();
    await page.reload();

    const cards = page.getByRole('article', { name: /^Ad rejected/ });
    await cards.first().waitFor();
    const count = page.getByRole('link', { name: /^Alerts/ });
    await expect.poll(() => count.textContent()).toMatch(/Alerts\d+/);
    await cards.first().getByRole('button', { name: 'Seen' }).click();
    const seen = async () => (await company.call('workspace', 'list_alerts', { state: 'seen' })).result.alerts.length;
    await expect.poll(seen).toBe(1);

    // The call that would mend it opens filled in, and nothing is sent by opening it.
    await cards.first().getByRole('button', { name: 'diagnose delivery' }).click();
    await page.waitForURL(/\/playground\?.*tool=diagnose_delivery/);
    await page.goBack();
    await page.getByRole('button', { name: /^Actions for Ad rejected/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete the monitor' }).click();
    await page.getByText('Nothing is watched yet').waitFor();
    expect((await company.call('workspace', 'list_monitors')).result.monitors).toEqual([]);
    await inBrowser.leave(page);
  });

  test('what is worth watching is watched in one press', async () => {
    const page = await inBrowser.open(alerts());
    const offers = page.getByRole('region', { name: 'Worth watching' });
    await offers
      .getByRole('listitem')
      .filter({ hasText: 'Winter boots' })
      .getByRole('button', { name: 'Watch' })
      .click();
    await expect.poll(() => offers.getByText('Winter boots').count()).toBe(0);
    const { monitors } = (await inBrowser.company.call('workspace', 'list_monitors')).result;
    expect(monitors.map(({ kind }: { kind: string }) => kind)).toEqual(['zero_delivery']);
    await inBrowser.leave(page);
  });

  test('targets are typed, refused by field, set, and each row tells where its month will end', async () => {
    const page = await inBrowser.open(alerts());
    await page.getByRole('button', { name: 'Set targets' }).click();
    await dialog(page).getByRole('button', { name: 'Add a target' }).click();
    await dialog(page).getByLabel('Client').fill('Acme Outdoor');
    await dialog(page).getByLabel('Amount').fill('56,000');
    await dialog(page).getByLabel('Currency').fill('US');
    await dialog(page).getByRole('button', { name: 'Set targets' }).click();
    await dialog(page)
      .getByText(/ISO 4217/)
      .waitFor();
    await dialog(page).getByLabel('Currency').fill('USD');
    await dialog(page).getByRole('button', { name: 'Set targets' }).click();
    const pacing = page.getByRole('region', { name: /end on target/ });
    await pacing.getByText('Acme Outdoor').waitFor();
    await pacing
      .getByText(/spent$/)
      .first()
      .waitFor();
    await pacing.getByText(/of \$56,000/).waitFor();
    await inBrowser.leave(page);
  });

  test('the page with everything on it at all sizes', async () => {
    const { company } = inBrowser;
    for (const kind of ['ad_rejected', 'spend_spike', 'token_expiry'])
      await company.call('workspace', 'create_monitor', { kind });
    await company.runJobs();
    const page = await inBrowser.open(alerts());
    await page.getByRole('article').first().waitFor();
    await lookAtAllSizes(page, 'alerts filled', { words: true });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('radiogroup', { name: 'Go to' }).getByText('Monitors').click();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
    await inBrowser.leave(page);
  });

  test.each([1, 105, 1_000])(
    '%s monitors and alerts: what is drawn first is bounded, and all is in reach',
    async (rows) => {
      const page = await inBrowser.open('/account', { width: 1280 });
      await page.route(/alerts\.list/, multiplied(rows));
      await inBrowser.goTo(page, alerts());
      await isComplete(page);
      await page.getByRole('table', { name: 'Monitors' }).waitFor();
      await expect.poll(() => page.locator('[data-row]').count()).toBe(Math.min(rows, 100));
      expect(await page.getByRole('article').count()).toBe(Math.min(rows, 6));
      if (rows > 100)
        await page
          .getByRole('button', { name: `Show all ${rows.toLocaleString('en-US')}` })
          .first()
          .waitFor();
      await lookAtAllSizes(page, `alerts ${rows}`, { axe: false });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await inBrowser.leave(page);
    },
  );

  test('an endpoint is added, its secret shown once, tested, changed and removed', async () => {
    const page = await inBrowser.open(`/alerts/endpoints?workspace=${inBrowser.company.acme}`);
    await page.getByText('Alerts go nowhere yet').waitFor();
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await dialog(page).getByLabel('URL').fill('http://10.0.0.1/hook');
    await dialog(page).getByLabel('Name').fill('Ops');
    await dialog(page).getByRole('button', { name: 'Add the endpoint' }).click();
    // Inward addresses are refused with a reason, and nothing is made.
    await dialog(page).getByText('The endpoint was not added').waitFor();
    await dialog(page).getByLabel('URL').fill(`${INNER_RECEIVER}/hook`);
    await dialog(page).getByRole('button', { name: 'Add the endpoint' }).click();
    const secret = await dialog(page).getByRole('region', { name: 'The secret' }).textContent();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}$/);
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: 'I have kept it' }).click();
    const card = page.getByRole('article', { name: 'Ops' });
    await card.waitFor();
    expect(await page.content()).not.toContain(secret!);
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText(/The test was not taken/).waitFor();
    await card.getByRole('button', { name: 'Deliveries' }).click();
    await dialog(page).getByText('endpoint.test', { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');
    await lookAtAllSizes(page, 'endpoints');
    await page.setViewportSize({ width: 1280, height: 900 });
    await card.getByRole('button', { name: 'Actions for Ops' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog(page).getByRole('button', { name: 'Remove the endpoint' }).click();
    await page.getByText('Alerts go nowhere yet').waitFor();
    await inBrowser.leave(page);
  });
});

/** Every monitor and alert of the real answer, over and over under ids of its own. */
const multiplied = (count: number) => async (route: Route) => {
  const reply = await route.fetch();
  const body = await reply.json();
  for (const answer of [body].flat()) {
    const data = answer.result?.data;
    if (!data?.monitors) continue;
    for (const list of ['monitors', 'alerts'])
      data[list] = Array.from({ length: count }, (_, at) => {
        const one = data[list][at % data[list].length];
        return { ...one, id: `${one.id}${at}`, ...(list === 'alerts' && { state: 'firing' }) };
      });
  }
  await route.fulfill({ response: reply, json: body });
};
