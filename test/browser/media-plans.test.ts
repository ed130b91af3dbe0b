import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACME_JAPAN_PLAN_ID } from '../../src/sandbox/office/seed/workbooks.ts';
import { findChromium } from '../chromium.ts';
import { keepExample } from '../media-plans/example-media-plan.ts';
import { invited } from '../web/people.ts';
import { violations } from './axe.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';
import { isComplete } from './windows.ts';

const WIDTHS = [1280, 820, 360];
const GIFTS = 'file_00000000000000aa';
const HEADS = 'Channel,Campaign,Objective,Start,End,Budget,Currency';

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
  /** An imported sheet, in the place of the one with this id. */
  const write = async (id: string, name: string, ...lines: string[]) => {
    const { dataFolder, home, acme } = inBrowser.company;
    const file = join(dataFolder, 'plan.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const files = home.spreadsheetsOf(acme);
    await files.remove(id);
    await files.import(file, { id, name });
  };
  const cellsOf = async (download: Download): Promise<string> => {
    const files = inBrowser.company.home.spreadsheetsOf(inBrowser.company.acme);
    const path = join(inBrowser.company.dataFolder, 'download.xlsx');
    await download.saveAs(path);
    const { id, tabs } = await files.import(path, { id: 'file_00000000000000dd' });
    const whole = { spreadsheetId: id, tab: undefined, range: `'${tabs[0]!.name}'`, bytesMax: 1_000_000 } as const;
    const how = { render: 'FORMATTED_VALUE', dates: 'SERIAL_NUMBER', major: 'ROWS', limit: undefined } as const;
    const { values } = await files.page({ ...whole, ...how });
    await files.remove(id);
    return JSON.stringify(values);
  };
  const downloaded = async (page: Page, link: Locator): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return cellsOf(download);
  };

  /** What was made beside its sheet, in the export and in the history. */
  const comparedAndExported = async (page: Page) => {
    await page
      .getByRole('region', { name: 'What came of it' })
      .getByRole('button', { name: 'Compare to what runs' })
      .click();
    const runs = page.getByRole('region', { name: 'What runs of it?' });
    await runs.getByText('Gift box').waitFor();
    expect(await runs.getByText('Paused', { exact: true }).count()).toBeGreaterThanOrEqual(2);
    await fits(page, 'compared');

    await inBrowser.turnTo(page, list());
    const exported = await downloaded(page, page.getByRole('link', { name: 'Export what runs' }));
    expect(exported).toContain('Gift card');

    // One row of the history, which opens.
    await inBrowser.turnTo(page, `/history?workspace=${inBrowser.company.acme}`);
    const launch = page.getByRole('row').filter({ hasText: '2 of 2 campaigns of a media plan' });
    await launch.locator('[data-opens-row]').click();
    await page.getByRole('list', { name: 'Its parts' }).getByText('Gift box').first().waitFor();
    await page.getByRole('link', { name: 'Open the sheet' }).click();
    await page.waitForURL(/\/media-plans\/media_/);
  };

  test('a newcomer tries a practice sheet: what columns are, problems in their cells, sums, notes to take along', async () => {
    const page = await inBrowser.open(list());
    await page.getByText('No media plan yet').waitFor();
    const practice = page.getByRole('region', { name: 'Try it with a practice sheet' });
    await practice.getByText('Messy: sections', { exact: false }).waitFor();
    expect(await practice.getByRole('listitem').count()).toBe(4);
    await fits(page, 'no media plan');
    await page.evaluate(NOTE_STATUS);
    await practice.getByRole('button', { name: 'Try it: Acme digital plan' }).click();

    const sheet = page.getByRole('table', { name: 'Media plan' });
    await sheet.getByText('Corporate gifting').waitFor();
    const told = await page.evaluate<string[]>('window.told');
    expect(told).toContainEqual(expect.stringMatching(/^Read \d+ rows/));
    expect(told).toContainEqual(expect.stringMatching(/^Checked \d+ of \d+ campaigns/));
    const column = (letter: string) => page.locator(`input[aria-label="What column ${letter} is taken for"]`);
    expect(await column('G').inputValue()).toBe('Total budget');
    // The sandbox is a week ahead, so the days of the sheet have passed.
    expect(await sheet.locator('[data-cell=E9]').getAttribute('data-level')).toBe('stop');
    await page.getByText('Sheet sums $77,800.50', { exact: false }).waitFor();
    const wrong = page.getByRole('region', { name: 'What is wrong?' });
    await wrong.getByRole('button', { name: 'Make a new one' }).waitFor();
    await wrong
      .getByRole('button', { name: /^Set defaults for/ })
      .first()
      .waitFor();
    const notes = await downloaded(page, page.getByRole('link', { name: 'Sheet with notes' }));
    expect(notes).toContain('Corporate gifting');
    expect(notes).toContain('cannot start in the past');

    const choose = async (letter: string, meaning: string) => {
      await column(letter).click();
      await page.getByRole('option', { name: meaning, exact: true }).click();
    };
    await choose('H', 'Not used');
    await wrong.getByText('There is no country, and none is assumed.').first().waitFor();
    await choose('H', 'Countries');
    await wrong.getByText('There is no country, and none is assumed.').first().waitFor({ state: 'detached' });
    await page.getByText('1 given', { exact: false }).waitFor();

    await wrong.getByRole('button', { name: "Edit cell 'Media plan'!E9" }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('never the file', { exact: false }).waitFor();
    await dialog.getByLabel('Value').fill('12/1/2026');
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await sheet.getByText('12/1/2026').waitFor();
    await page.getByText('1 repair in our reading, not in the file', { exact: false }).waitFor();
    await page.close();
  });

  /** The plans that wait for their making. The clock stands still, so the newest of a list can be any of it. */
  async function planned(): Promise<string[]> {
    const { acme, home } = inBrowser.company;
    const ids = (await home.mediaPlans.list([acme], 50)).flatMap(({ planId }) => planId ?? []);
    const plans = await Promise.all(ids.map((id) => home.plans.find(acme, id)));
    return plans.flatMap((plan) => (plan?.state === 'planned' ? [plan.id] : []));
  }

  test('an edited sheet is told by cell; then made, one fails and is tried again, all paused, compared, in the history', async () => {
    const { company } = inBrowser;
    const { owner, acme } = company;
    const defaults = { countries: ['US'], languages: ['en'], landing_page: 'https://acme.example/shop' };
    const channels = { social: { special_ad_categories: [] } };
    await owner.api.mediaPlans.keepDefaults.mutate({ workspaceId: acme, defaults: { ...defaults, channels } });
    const row = (name: string, budget: string) => `Social,${name},Traffic,2027-01-05,2027-01-30,${budget},USD`;
    await write(GIFTS, 'Gift plan', HEADS, row('Gift box', '900.00'), row('Gift card', '600.00'));
    const page = await inBrowser.open(list());
    await page.getByRole('button', { name: 'Read a sheet' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Spreadsheet').click();
    await page.getByRole('option', { name: 'Gift plan' }).click();
    await dialog.getByRole('button', { name: 'Read and check', exact: false }).first().click();
    const make = page.getByRole('button', { name: 'Make 2, all paused' });
    await make.waitFor();
    const came = page.getByRole('region', { name: 'What came of it' });

    await write(GIFTS, 'Gift plan', HEADS, row('Gift box', '950.00'), row('Gift card', '600.00'));
    await confirmed(page, 'keys');
    await came.getByText('It goes on by itself', { exact: false }).waitFor();
    await company.runJobs();
    await came.getByText(/F2: .*900.* when it was checked, .*950.* now\./).waitFor();
    const before = await planned();
    await came.getByRole('button', { name: 'Make a new one' }).click();
    await expect.poll(planned).toHaveLength(before.length + 1);
    await make.waitFor();

    // A write fails at once, and is not sent later.
    const planId = (await planned()).find((id) => !before.includes(id));
    await page.context().setOffline(true);
    await confirmed(page, 'mouse');
    await page.getByText('Nothing was made', { exact: true }).waitFor();
    await page.getByText('this browser is offline', { exact: false }).first().waitFor();
    await page.context().setOffline(false);
    await make.waitFor();
    expect(await planned()).toContain(planId);

    const fault = { platform: 'social', kind: 'refused', match: '^POST .*/campaigns', skip: 1, times: 1 };
    await control(company.sandbox.controlOrigin, '/faults', fault);
    await confirmed(page, 'mouse');
    await came.getByText('It goes on by itself', { exact: false }).waitFor();
    await company.runJobs();
    await came.getByText('1 of 2 campaigns made, 1 failed', { exact: false }).waitFor();
    const sheet = page.getByRole('table', { name: 'Gift plan' });
    await sheet.getByText('Failed', { exact: true }).waitFor();
    await came.getByRole('button', { name: 'Try again' }).click();
    await came.getByText('It goes on by itself', { exact: false }).waitFor();
    await company.runJobs();
    await came.getByText('2 of 2 campaigns made', { exact: false }).waitFor();
    expect(await sheet.getByText('Made', { exact: true }).count()).toBe(2);
    const { result } = await company.call('social', 'list_social_campaigns', { name_contains: 'Gift ' });
    const made = result.campaigns.map(({ name, status }: Record<string, string>) => `${name} ${status}`);
    expect(made.toSorted()).toEqual(['Gift box PAUSED', 'Gift card PAUSED']);

    await comparedAndExported(page);
    await page.close();
  });

  test('a sheet that is not there, not shared or without heads: a sentence each, and nothing is kept', async () => {
    const { home, acme } = inBrowser.company;
    await write('file_00000000000000ee', 'No heads', '1,2,3', '4,5,6');
    const before = (await home.mediaPlans.list([acme], 100)).length;
    const page = await inBrowser.open(list());
    await page.getByRole('button', { name: 'Read a sheet' }).first().click();
    const dialog = page.getByRole('dialog');
    const from = dialog.getByLabel('Spreadsheet');
    const read = dialog.getByRole('button', { name: /^Read and check/ });
    await from.click();
    await page.getByRole('option', { name: 'No heads' }).click();
    await read.click();
    await dialog
      .getByRole('alert')
      .getByText(/No row with heads.*Nothing was made\./)
      .waitFor();
    await from.click();
    await page.getByRole('option', { name: /by its address/ }).click();
    for (const [id, words] of [
      ['1NoSuchSheet-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', /not found|no spreadsheet|there is no/i],
      [ACME_JAPAN_PLAN_ID, /share|permission|not have access/i],
    ] as const) {
      await dialog.getByLabel('Address or id').fill(id);
      await dialog.getByText(words).first().waitFor();
    }
    expect(await violations(page)).toEqual([]);
    expect((await home.mediaPlans.list([acme], 100)).length).toBe(before);
    await page.close();
  });

  test('what waits: in its cells, in Approvals with sums and rows, rejected with a note; a viewer only looks', async () => {
    const { company } = inBrowser;
    const { mediaPlan, plan } = await kept({ state: 'waiting' });
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
    await page.getByText('Running all of it would add $2,905.30 a day.', { exact: false }).waitFor();
    const wrong = page.getByRole('region', { name: 'What is wrong?' });
    // By their kinds.
    for (const name of ['Edit cell Plan!E13', 'Use 260,00 in Plan!F15', 'Connect Video', 'Make a new one for Plan!B8'])
      await wrong.getByRole('button', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve 12 of 15, new ones paused' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await fits(page, 'a media plan');

    await inBrowser.turnTo(page, `/approvals/${plan!.id}?workspace=${company.acme}`);
    const campaigns = page.getByRole('region', { name: 'Campaigns of the sheet' });
    await campaigns.getByText('$89,000.00 in total').waitFor();
    await campaigns.getByText('¥3,800,000 in total').waitFor();
    expect(await campaigns.getByRole('list', { name: 'Campaigns' }).getByRole('listitem').count()).toBe(12);
    await campaigns.getByText('3 rows stay out, 1 to look at', { exact: false }).waitFor();
    await fits(page, 'a media plan in Approvals');
    await campaigns.getByRole('link', { name: 'Open the sheet' }).click();
    await page.waitForURL(new RegExp(mediaPlan.id));

    const viewer = await invited(company.owner, 'looker@acme.example', 'viewer', company.acme);
    const looked = await inBrowser.open(address(mediaPlan.id), { as: viewer });
    expect(await looked.getByRole('button', { name: /^Approve 12 of 15/ }).isDisabled()).toBe(true);
    await looked.getByText(/Viewers can look, not decide\. Ask/).waitFor();
    expect(await looked.getByRole('button', { name: 'Read again' }).count()).toBe(0);
    await looked.close();

    await page.getByRole('button', { name: 'Reject' }).click();
    const send = page.getByRole('button', { name: 'Reject with this note' });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel(/^Note to/).fill('Budget first.');
    await send.click();
    await page
      .getByRole('region', { name: 'What came of it' })
      .getByText('Nothing was made', { exact: false })
      .waitFor();
    const decided = await company.home.plans.find(company.acme, plan!.id);
    expect(decided).toMatchObject({ state: 'rejected', note: 'Budget first.' });
    await page.close();
  });

  test('1, 105 and 1,000 rows stay inside the page; N walks from problem to problem, what keeps rows out first', async () => {
    const page = await inBrowser.open(list());
    for (const rows of [1, 105, 1_000]) {
      const { mediaPlan } = await kept({ rows, name: `Rows ${rows}` });
      await inBrowser.goTo(page, address(mediaPlan.id));
      await page.getByRole('table', { name: 'Plan' }).waitFor();
      await fits(page, `a sheet of ${rows}`);
    }
    // Only what is visible is drawn, and one problem of many cells is one line.
    expect(await page.locator('tr[data-kind]').count()).toBeLessThan(120);
    await page.getByRole('button', { name: 'Use 260,00 in 62 cells' }).waitFor();
    await page.getByText('Nothing to make').waitFor();
    const current = page.locator('td[data-current=true]');
    for (const cell of ['E13', 'F15']) {
      await page.keyboard.press('n');
      await expect.poll(() => current.getAttribute('data-cell')).toBe(cell);
    }
    await page.route(/mediaPlans\.list/, multiplied(1_000));
    await inBrowser.goTo(page, list());
    await page.getByRole('table', { name: 'Media plans' }).waitFor();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(100);
    await fits(page, 'a list of 1,000');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  test('defaults of the workspace are kept; no and none are answers', async () => {
    const page = await inBrowser.open(list());
    await page.getByRole('button', { name: 'Defaults' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Landing page').fill('https://acme.example/gifts');
    await dialog.getByLabel('Naming pattern').fill('{channel} {campaign}');
    const search = dialog.getByRole('region', { name: 'Search' });
    await search.getByLabel('Contains eu political advertising').click();
    await page.getByRole('option', { name: 'No', exact: true }).click();
    const social = dialog.getByRole('region', { name: 'Social' });
    await social.getByLabel('Special ad categories: none applies').setChecked(true);
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await inBrowser.company.home.mediaPlans.defaults(inBrowser.company.acme)).toMatchObject({
      landing_page: 'https://acme.example/gifts',
      naming_pattern: '{channel} {campaign}',
      channels: { social: { special_ad_categories: [] }, search: { contains_eu_political_advertising: false } },
    });
    await page.close();
  });
});

/** Keeps everything that is told in a status, also what is gone a moment later. */
const NOTE_STATUS = `(() => {
  window.told = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[role=status]')) window.told.push(one.textContent);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

/** Arm, then confirm, by pointer or by keys. */
async function confirmed(page: Page, by: 'mouse' | 'keys'): Promise<void> {
  const confirm = page.getByRole('button', { name: 'Confirm: 2 campaigns, all paused' });
  if (by === 'keys') await page.keyboard.press('a');
  else await page.getByRole('button', { name: 'Make 2, all paused' }).click();
  await confirm.waitFor();
  // Deaf at first: a double click is no decision.
  await page.waitForTimeout(600);
  if (by === 'keys') await page.keyboard.press('Control+Enter');
  else await confirm.click();
}

async function control(origin: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(reply.ok, await reply.text()).toBe(true);
}

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
