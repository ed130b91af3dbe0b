import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';
import { isComplete } from './windows.ts';

const ROWS = 10_000;
const DRAWN_MAX = 100;
/** Far above what it takes, since machines do other things as well: going through all rows at every step is above it. */
const USUAL_TASK_MS = 1_000;

describe.skipIf(!findChromium())('campaigns by the thousand (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany();
  });
  afterAll(() => inBrowser?.close());

  test('ten thousand rows are scrolled through: a screenful is drawn at a time, and the usual task is short', async () => {
    const page = await inBrowser.open('/account', { measured: true });
    await page.route(/\/api\/trpc\/.*tools\.run/, multiplied(ROWS));
    await page.goto(`${inBrowser.company.url}/campaigns?workspace=${inBrowser.company.acme}`);
    const table = page.getByRole('table', { name: 'Campaigns' });
    await table.waitFor();
    await isComplete(page);
    expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(ROWS);

    await page.evaluate(`
      globalThis.longTasks = [];
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'longtask' });
    `);
    const { steps, most, reached } = (await page.evaluate(`(async () => {
      const region = document.querySelector('[role=region][aria-label=Campaigns]');
      const frames = async () => {
        for (let count = 0; count < 2; count++) await new Promise(requestAnimationFrame);
      };
      let [steps, most] = [0, 0];
      for (let at = 0; at < region.scrollHeight; at += region.scrollHeight / 60, steps++) {
        region.scrollTop = at;
        await frames();
        most = Math.max(most, region.querySelectorAll('tr').length);
      }
      region.scrollTop = region.scrollHeight;
      await frames();
      const indexes = [...region.querySelectorAll('[aria-rowindex]')].map((row) => Number(row.ariaRowIndex));
      return { steps, most, reached: Math.max(...indexes) };
    })()`)) as { steps: number; most: number; reached: number };
    const longTasks = (await page.evaluate('longTasks')) as number[];
    console.log(
      `${steps} steps, at most ${most} rows drawn, long tasks of ${longTasks.map(Math.round).join(', ') || 'none'} ms`,
    );
    expect(most).toBeLessThan(DRAWN_MAX);
    expect(reached).toBeGreaterThan(ROWS);
    const sorted = longTasks.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)] ?? 0).toBeLessThan(USUAL_TASK_MS);
    await inBrowser.leave(page);
  });

  test.each([1, 105, 1_000])('%s campaigns on a phone: each row takes the width of the screen', async (rows) => {
    const page = await inBrowser.open('/account', { width: 360 });
    await page.route(/\/api\/trpc\/.*tools\.run/, multiplied(rows));
    await page.goto(`${inBrowser.company.url}/campaigns?workspace=${inBrowser.company.acme}`);
    const row = page.locator('[data-opens-row]').first();
    await row.waitFor();
    await isComplete(page);
    // The channels' own lists add rows after the report: once there are enough to draw only the visible ones, the whole table is drawn again.
    await expect.poll(async () => (await row.boundingBox())?.width ?? 0).toBeGreaterThan(300);
    // What the page still asks for would be cut off in the middle of its answer.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await inBrowser.leave(page);
  });

  test('the totals of a thousand campaigns stand inside their columns, and counts are written alike', async () => {
    const page = await inBrowser.open('/account', { width: 1280 });
    await page.route(/\/api\/trpc\/.*tools\.run/, multiplied(1_000));
    await page.goto(`${inBrowser.company.url}/campaigns?workspace=${inBrowser.company.acme}`);
    await page.getByText(/^1,\d{3} of 1,\d{3} campaigns/).waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll('tr[data-kind=head] td')].slice(2)
      .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)`);
    expect(cut).toEqual([]);
    // In a narrow window the columns that say least leave, and nothing is behind the edge; in a wide one all are there.
    const heads = page.getByRole('columnheader');
    const region = `document.querySelector('[role=region][aria-label=Campaigns]')`;
    for (const [width, names] of [
      [820, ['Name', 'Status', 'Budget', 'Cost', 'Conversions']],
      [1440, ['Name', 'Called there', 'Status', 'Account', 'Budget', 'Cost', 'Clicks', 'Conversions', 'Cost / conv.']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await heads.allInnerTexts()).filter(Boolean)).toEqual(names);
      expect(await page.evaluate(`(${region}).scrollWidth - (${region}).clientWidth`), `${width} px`).toBe(0);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await inBrowser.leave(page);
  });

  test('no campaigns: what would be here, and nothing about sorting', async () => {
    const page = await inBrowser.open('/account');
    await page.route(/\/api\/trpc\/.*tools\.run/, multiplied(0));
    await page.goto(`${inBrowser.company.url}/campaigns?workspace=${inBrowser.company.acme}`);
    await page.getByText('No campaigns yet').waitFor();
    expect(await page.getByText('sorted by').count()).toBe(0);
    // Channels are connected: neither page asks for one.
    await page.getByRole('button', { name: 'Make some from a sheet' }).waitFor();
    await page.goto(`${inBrowser.company.url}/overview?workspace=${inBrowser.company.acme}`);
    await page.getByText('No numbers in these days').waitFor();
    expect(await page.getByRole('button', { name: 'Connect a channel' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await inBrowser.leave(page);
  });

  test('a thousand keys: a hundred are drawn, all on request, and what can be done with one is in reach', async () => {
    const page = await inBrowser.open('/account', { width: 820 });
    await page.route(/keys\.list/, async (route) => {
      const reply = await route.fetch();
      const body = await reply.json();
      const at = new URL(route.request().url()).pathname.split('/').at(-1)!.split(',').indexOf('keys.list');
      const { data } = [body].flat()[at].result;
      const [first] = data.keys;
      data.keys = Array.from({ length: 1_000 }, (_, each) => ({
        ...first,
        id: `${first.id}${each}`,
        name: `key ${each}`,
      }));
      await route.fulfill({ response: reply, json: body });
    });
    await page.goto(`${inBrowser.company.url}/keys?workspace=${inBrowser.company.acme}`);
    await page.getByText('All 1,000', { exact: true }).waitFor();
    const rows = page.locator('[data-row]');
    expect(await rows.count()).toBe(100);
    const { x, width } = (await page
      .getByRole('button', { name: 'What to do with key 0', exact: true })
      .boundingBox())!;
    expect(x + width).toBeLessThan(820);
    const heads = page.getByRole('columnheader');
    expect(await heads.allInnerTexts()).toContain('Last used');
    await page.getByRole('button', { name: /^Show .*Limit \/ 5 min/ }).click();
    expect(await heads.allInnerTexts()).toEqual(expect.arrayContaining(['Limit / 5 min', 'Expires', 'Calls today']));
    expect(await page.getByRole('button', { name: /^Show .*Limit/ }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 900 });
    await rows.first().getByText('9,000 pts / 5 min').waitFor();
    await page.setViewportSize({ width: 820, height: 900 });
    await page.getByRole('button', { name: 'Show all 1,000' }).click();
    await expect.poll(() => rows.count()).toBe(1_000);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await inBrowser.leave(page);
  });

  test('nothing waits, nothing was decided: each leads to the other', async () => {
    const page = await inBrowser.open(`/approvals?workspace=${inBrowser.company.acme}`);
    await page.getByRole('button', { name: 'See what was decided' }).click();
    await page.getByRole('button', { name: 'See what waits' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    await inBrowser.leave(page);
  });

  test('a hundred things that need attention leave the rest of the overview in sight', async () => {
    const page = await inBrowser.open('/account');
    await page.route(/\/api\/trpc\/.*attention\.list/, async (route) => {
      const reply = await route.fetch();
      const body = await reply.json();
      const at = new URL(route.request().url()).pathname.split('/').at(-1)!.split(',').indexOf('attention.list');
      const answer = [body].flat()[at];
      const [first] = answer.result.data;
      answer.result.data = Array.from({ length: 105 }, (_, each) => ({ ...first, about: `about ${each}` }));
      await route.fulfill({ response: reply, json: body });
    });
    await page.goto(`${inBrowser.company.url}/overview?workspace=${inBrowser.company.acme}`);
    const section = page.getByRole('region', { name: 'Needs attention' });
    await section.getByText('about 7', { exact: false }).waitFor();
    expect(await section.getByRole('listitem').count()).toBe(8);
    await section.getByRole('button', { name: 'Show all 105' }).click();
    await section.getByText('about 104', { exact: false }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await inBrowser.leave(page);
  });
});

/** Every campaign of the real report, over and over under ids of its own. */
const multiplied = (count: number) => async (route: Route) => {
  const reply = await route.fetch();
  const body = await reply.json();
  for (const answer of [body].flat()) {
    const result = answer.result?.data?.result;
    // The channels' own lists add campaigns without numbers.
    for (const list of ['campaigns', 'campaign_groups']) if (count === 0 && result?.[list]) result[list] = [];
    const rows = result?.rows;
    if (!Array.isArray(rows) || rows.length === 0) continue;
    answer.result.data.result.rows = Array.from({ length: count }, (_, at) => copyOf(rows[at % rows.length], at));
  }
  await route.fulfill({ response: reply, json: body });
};

interface Row {
  entity: { id: string; name: string };
}

function copyOf(row: Row, at: number): Row {
  return { ...row, entity: { ...row.entity, id: `${row.entity.id}${at}`, name: `${row.entity.name} ${at}` } };
}
