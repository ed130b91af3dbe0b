import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIDY_PLAN_ID } from '../../src/sandbox/office/seed/agency-plans.ts';
import { findChromium } from '../chromium.ts';
import { keepExample } from '../media-plans/example-media-plan.ts';
import { invited } from '../web/people.ts';
import { violations } from './axe.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';
import { isComplete } from './windows.ts';

const WIDTHS = [1440, 1024, 390];

describe.skipIf(!findChromium())('media plans (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  let organizationId: string;
  let asker: string;
  beforeAll(async () => {
    inBrowser = await openCompany();
    const { owner, acme, home } = inBrowser.company;
    const planner = await invited(owner, 'planner@acme.example', 'member', acme);
    asker = (await planner.api.session.me.query()).person.id;
    const row = await home.store.db
      .selectFrom('workspaces')
      .select('organization_id')
      .where('id', '=', acme)
      .executeTakeFirstOrThrow();
    organizationId = row.organization_id;
  });
  afterAll(() => inBrowser?.close());

  const list = () => `/media-plans?workspace=${inBrowser.company.acme}`;
  const address = (id: string) => `/media-plans/${id}?workspace=${inBrowser.company.acme}`;
  const kept = (more: { rows?: number; state?: 'planned' | 'waiting'; name?: string } = {}) =>
    keepExample(inBrowser.company.home, {
      organizationId,
      workspaceId: inBrowser.company.acme,
      by: asker,
      ...more,
    });
  const fits = async (page: Page, what: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await isComplete(page);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(beyond, `${what} runs out of the page at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  test('nothing yet: what would be here, and a way to begin', async () => {
    const page = await inBrowser.open(list());
    await page.getByText('No media plan yet').waitFor();
    await fits(page, 'no media plan');
    await page.getByRole('button', { name: 'Read a sheet' }).first().click();
    await page.getByRole('dialog').getByLabel('Spreadsheet').waitFor();
    await page.close();
  });

  test('the sheet as it is: problems in their cells, sums beside its own, and what will be made', async () => {
    const { mediaPlan } = await kept({ state: 'waiting' });
    const page = await inBrowser.open(list());
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByText('Holiday 2026').first().click();
    await page.waitForURL(new RegExp(mediaPlan.id));
    const sheet = page.getByRole('table', { name: 'Plan' });
    await sheet.getByText('Budget ges.').waitFor();
    await sheet.getByText('18.000,00').waitFor();
    await sheet.getByText('sum, skipped').waitFor();
    expect(await sheet.locator('td[data-level=stop]').count()).toBe(3);
    expect(await sheet.locator('td[data-level=look]').count()).toBe(1);
    expect(await sheet.locator('tr[data-kind=out]').count()).toBe(3);
    await page.getByText('7 of 7 columns found by their heads', { exact: false }).waitFor();
    await page.getByText('Sheet sums $92,200.00: $3,200.00 stay out').waitFor();
    await page.getByText('Running all of it would add', { exact: false }).waitFor();
    const wrong = page.getByRole('region', { name: 'What is wrong?' });
    await wrong.getByRole('button', { name: 'Use 260,00' }).waitFor();
    await wrong.getByRole('button', { name: 'Make a new one' }).waitFor();
    await wrong.getByRole('button', { name: 'Edit cell Plan!E13' }).click();
    await page.getByRole('dialog').getByText('never the file', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Approve 12 of 15, new ones paused' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await fits(page, 'a media plan');
    await page.close();
  });

  test('N walks from problem to problem, what keeps rows out first', async () => {
    const { mediaPlan } = await kept({ rows: 1_000, name: 'Long' });
    const page = await inBrowser.open(address(mediaPlan.id));
    await page.getByRole('table', { name: 'Plan' }).waitFor();
    // Only what is visible is drawn.
    expect(await page.locator('tr[data-kind]').count()).toBeLessThan(120);
    const current = page.locator('td[data-current=true]');
    await page.keyboard.press('n');
    await expect.poll(() => current.getAttribute('data-cell')).toBe('E13');
    await page.keyboard.press('n');
    await expect.poll(() => current.getAttribute('data-cell')).toBe('F15');
    await page.getByText('Nothing to make').waitFor();
    await page.close();
  });

  test.each([1, 105, 1_000])('%s rows of a sheet and of the list stay inside the page', async (rows) => {
    const { mediaPlan } = await kept({ rows, name: `Rows ${rows}` });
    const page = await inBrowser.open(address(mediaPlan.id));
    await page.getByRole('table', { name: 'Plan' }).waitFor();
    await fits(page, `a sheet of ${rows}`);
    await page.route(/mediaPlans\.list/, multiplied(rows));
    await inBrowser.goTo(page, list());
    await page.getByRole('table', { name: 'Media plans' }).waitFor();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(Math.min(rows, 100));
    await fits(page, `a list of ${rows}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  test('a viewer sees it locked and whom to ask', async () => {
    const { owner, acme } = inBrowser.company;
    const viewer = await invited(owner, 'looker@acme.example', 'viewer', acme);
    const { mediaPlan } = await kept({ state: 'waiting', name: 'Looked at' });
    const page = await inBrowser.open(address(mediaPlan.id), { as: viewer });
    expect(await page.getByRole('button', { name: /^Approve 12 of 15/ }).isDisabled()).toBe(true);
    await page.getByText(/Viewers can look, not decide\. Ask/).waitFor();
    expect(await page.getByRole('button', { name: 'Read again' }).count()).toBe(0);
    await page.close();
  });

  test('rejecting takes a note, and the page says what became of it', async () => {
    const { mediaPlan, plan } = await kept({ state: 'waiting', name: 'Rejected one' });
    const page = await inBrowser.open(address(mediaPlan.id));
    await page.getByRole('button', { name: 'Reject' }).click();
    const send = page.getByRole('button', { name: 'Reject with this note' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel(/^Note to/).fill('Budget first.');
    await send.click();
    await page
      .getByRole('region', { name: 'What came of it' })
      .getByText('Nothing was made', { exact: false })
      .waitFor();
    const { plans } = inBrowser.company.home;
    expect(await plans.find(inBrowser.company.acme, plan!.id)).toMatchObject({
      state: 'rejected',
      note: 'Budget first.',
    });
    await page.close();
  });

  test('what was made, what failed and what waits stands in the rows', async () => {
    const { home, acme } = inBrowser.company;
    const { mediaPlan, plan } = await kept({ state: 'planned', name: 'Half made' });
    await home.plans.move(plan!, ['planned'], 'applying', { actor: asker });
    const done = { state: 'made' as const, campaignId: '1', made: {}, error: undefined };
    await home.mediaPlans.moveMember(plan!.id, 0, ['waiting'], done);
    const error = { code: 'invalid_arguments', message: 'Too little.', next_step: 'Raise it.', cell: 'Plan!F6' };
    await home.mediaPlans.moveMember(plan!.id, 1, ['waiting'], { ...done, state: 'failed', error });
    const page = await inBrowser.open(address(mediaPlan.id));
    const sheet = page.getByRole('table', { name: 'Plan' });
    await sheet.getByText('Made', { exact: true }).waitFor();
    await sheet.getByText('Failed', { exact: true }).waitFor();
    expect(await sheet.locator('[data-cell=F6]').getAttribute('data-level')).toBe('stop');
    await page.getByText('1 of 12 campaigns made, 1 failed', { exact: false }).waitFor();
    const now = await home.plans.find(acme, plan!.id);
    await home.plans.move(now!, ['applying'], 'failed', { actor: 'service' });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.close();
  });

  test('practice sheet, problems, a repair, made, compared: the whole way', async () => {
    const { company } = inBrowser;
    const page = await inBrowser.open(list());
    await page.getByRole('button', { name: 'Read a sheet' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Spreadsheet').click();
    await page.getByRole('option', { name: /by its address/ }).click();
    await dialog.getByLabel('Address or id').fill(TIDY_PLAN_ID);
    await dialog.getByPlaceholder('Media plan').waitFor();
    await dialog.getByRole('button', { name: 'Read and check' }).click();
    const sheet = page.getByRole('table', { name: 'Media plan' });
    await sheet.getByText('Corporate gifting').waitFor();
    await page.getByRole('button', { name: 'Make 1 of 7, new ones paused' }).waitFor();
    const wrong = page.getByRole('region', { name: 'What is wrong?' });

    // The sandbox is a week ahead, so the days of the sheet have passed.
    await wrong.getByRole('button', { name: "Edit cell 'Media plan'!E9" }).click();
    await dialog.getByLabel('Value').fill('12/1/2026');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    const make = page.getByRole('button', { name: 'Make 2 of 7, new ones paused' });
    await make.waitFor();
    await sheet.getByText('12/1/2026').waitFor();
    await page.getByText('1 repair in our reading, not in the file', { exact: false }).waitFor();

    await make.click();
    await page.getByRole('button', { name: 'Make nothing' }).waitFor();
    const confirm = page.getByRole('button', { name: 'Confirm: 2 campaigns, new ones paused' });
    await confirm.waitFor();
    // Deaf at first: a double click is no decision.
    await page.waitForTimeout(600);
    await confirm.click();
    await page.getByRole('region', { name: 'What came of it' }).waitFor();
    await company.runJobs();
    await page.reload();
    const came = page.getByRole('region', { name: 'What came of it' });
    await came.getByText('2 of 2 campaigns made', { exact: false }).waitFor();
    expect(await sheet.getByText('Made', { exact: true }).count()).toBe(2);

    await came.getByRole('button', { name: 'Compare to what runs' }).click();
    const runs = page.getByRole('region', { name: 'What runs of it?' });
    await runs.getByText('Corporate gifting').waitFor();
    await runs
      .getByText(/^Paused/)
      .first()
      .waitFor();
    await fits(page, 'compared');

    // One row of the history, which opens.
    await inBrowser.goTo(page, `/history?workspace=${company.acme}`);
    const launch = page.getByRole('row').filter({ hasText: '2 of 2 campaigns of a media plan' });
    await launch.locator('[data-opens-row]').click();
    await page.getByRole('list', { name: 'Its parts' }).getByText('Corporate gifting').first().waitFor();
    await page.getByRole('link', { name: 'Open the sheet' }).click();
    await page.waitForURL(/\/media-plans\/media_/);
    await page.close();
  });

  test('defaults of the workspace are kept, with what each channel describes', async () => {
    const page = await inBrowser.open(list());
    await page.getByRole('button', { name: 'Defaults' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Landing page').fill('https://acme.example/gifts');
    await dialog.getByLabel('Naming pattern').fill('{channel} {campaign}');
    await dialog.getByRole('region', { name: 'Social' }).waitFor();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await inBrowser.company.home.mediaPlans.defaults(inBrowser.company.acme)).toMatchObject({
      landing_page: 'https://acme.example/gifts',
      naming_pattern: '{channel} {campaign}',
    });
    await page.close();
  });
});

/** Every media plan of the real answer, over and over under ids of its own. */
const multiplied = (count: number) => async (route: Route) => {
  const reply = await route.fetch();
  const body = await reply.json();
  for (const answer of [body].flat()) {
    const data = answer.result?.data;
    if (!data?.plans?.[0]?.counts) continue;
    data.plans = Array.from({ length: count }, (_, at) => {
      const one = data.plans[at % data.plans.length];
      return { ...one, id: `${one.id}${at}` };
    });
  }
  await route.fulfill({ response: reply, json: body });
};
