import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { invited } from '../web/people.ts';
import { lookAtAllSizes } from './all-sizes.ts';
import { turnTheme, violations } from './axe.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

describe.skipIf(!findChromium())('stopping all spending in the web application (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany();
  }, 300_000);
  afterAll(() => inBrowser?.close());

  async function looksRight(page: Page): Promise<void> {
    await lookAtAllSizes(page, 'stop');
    await page.setViewportSize({ width: 1280, height: 900 });
    await turnTheme(page, 'light');
  }

  test('a viewer sees the button, disabled, and whom to ask', async () => {
    const viewer = await invited(inBrowser.company.owner, 'looks@acme.example', 'viewer');
    const page = await inBrowser.open('/overview', { as: viewer });
    const button = page.getByRole('button', { name: 'Stop spending' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByText('Viewers can look, not change.').first().waitFor();
    await inBrowser.leave(page);
  });

  test('the button is in sight at every width', async () => {
    const page = await inBrowser.open(`/activity?workspace=${inBrowser.company.acme}`, { width: 360 });
    for (const width of [360, 641, 768, 1024, 1025]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('button', { name: 'Stop spending' }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await inBrowser.leave(page);
  });

  test('two presses stop everything from any page; the page says what stopped, and Resume brings it back', async () => {
    const page = await inBrowser.open(`/activity?workspace=${inBrowser.company.acme}`, { width: 1280 });
    await page.getByRole('button', { name: 'Stop spending' }).click();
    const dialog = page.getByRole('dialog', { name: /Stop all spending/ });
    await dialog.getByRole('button', { name: /^Stop (\d+ now|everything)/ }).waitFor();
    await dialog.getByRole('table').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep running');
    await looksRight(page);
    await dialog.getByRole('button', { name: /^Stop \d+ now/ }).click();
    await page.getByRole('heading', { name: 'What stopped?' }).waitFor();
    await page.getByText('Spending is stopped').first().waitFor();
    const part = (name: string) => page.getByRole('region', { name });
    await part('No longer spent')
      .getByText(/^\$[\d,.]+$/)
      .waitFor();
    await part('What delivers now?')
      .getByText(/^read \d/)
      .waitFor();
    await looksRight(page);
    const { objects } = (await inBrowser.company.owner.api.stops.open.query({}))[0]!;
    await page.getByRole('button', { name: `All ${objects.length} by name` }).click();
    expect(await part('Everything on the list').locator('[data-row]').count()).toBe(Math.min(objects.length, 100));

    await page.getByRole('button', { name: /^Resume \d+$/ }).click();
    await page.getByText(/came back, read back as on/).waitFor();
    await page.getByText('Spending is not stopped').waitFor();
    // Before anybody stops, the page tells what a stop would pause.
    await part('Everything that is on').locator('[data-row]').first().waitFor();
    await inBrowser.leave(page);
  });

  test('a channel that does not answer is named with what it last cost, the reason and the next step, and is tried again by itself', async () => {
    const { owner, acme } = inBrowser.company;
    const { accounts } = await owner.api.limits.overview.query({ workspaceId: acme });
    const { daily } = accounts.find(({ channel }) => channel === 'video')!;
    await owner.api.rehearsal.setFault.mutate({ platform: 'video', kind: 'unavailable', times: 100_000 });
    const before = await inBrowser.open(`/activity?workspace=${acme}`, { width: 1280 });
    await before.getByRole('button', { name: 'Stop spending' }).click();
    const dialog = before.getByRole('dialog');
    const silent = dialog.getByRole('row').filter({ hasText: 'no answer' }).first();
    await silent.getByText(DOLLARS.format(Number(daily))).waitFor();
    await dialog
      .getByText(/^worst day \$/)
      .first()
      .waitFor();
    await inBrowser.leave(before);
    const stop = { workspaceId: acme, channel: 'workspace', tool: 'stop_spending', arguments: {} };
    expect((await owner.api.tools.run.mutate(stop)).ok).toBe(true);
    const page = await inBrowser.open(`/stop?workspace=${acme}`, { width: 1280 });
    await page.getByRole('region', { name: 'Did not stop' }).getByText(/Video/).waitFor();
    await page.getByRole('button', { name: 'Try Video again' }).waitFor();
    await page
      .getByRole('region', { name: 'By channel and account' })
      .getByText(/\(upstream_unavailable\).*Tried again by itself/s)
      .first()
      .waitFor();
    await page
      .getByRole('region', { name: 'What delivers now?' })
      .getByText(/Video did not answer|Video did not stop/)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await owner.api.rehearsal.clearFaults.mutate({});
    await page.clock.fastForward(31_000);
    await page.getByRole('region', { name: 'Did not stop' }).getByText(/Video/).waitFor({ state: 'detached' });
    await inBrowser.leave(page);
  });
});
