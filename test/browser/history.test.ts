import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { violations } from './axe.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

describe.skipIf(!findChromium())('the history (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany();
  }, 300_000);
  afterAll(() => inBrowser?.close());

  test('a change is undone from its row: previewed, then made, then offered to be done again', async () => {
    const page = await inBrowser.open(`/campaigns?workspace=${inBrowser.company.acme}`);
    const renaming = { found: { limit: 1 }, tool: 'update_social_campaign', args: { name: 'Undo me' } };
    await page.evaluate(CALL, { workspaceId: inBrowser.company.acme, ...renaming });
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Undo me' }).first();
    await row.getByText('still so').waitFor();
    await row.getByRole('button', { name: 'Undo' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('nothing has been sent yet').waitFor();
    await drawer.getByText('Full').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await drawer.getByRole('button', { name: /^Undo 1 field/ }).click();
    await drawer.getByText(/plan [0-9A-F]{4}-[0-9A-F]{4} is applied/).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByText(/undone .* by /)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Redo' }).first().click();
    await page.getByRole('button', { name: /^Redo 1 field/ }).waitFor();
    await inBrowser.leave(page);
  });

  test('a bulk change shows how many objects it changed, and what about them', async () => {
    const page = await inBrowser.open(`/history?workspace=${inBrowser.company.acme}`);
    const pausing = { found: { limit: 2, status: ['ACTIVE'] }, tool: 'bulk_update', args: { status: 'PAUSED' } };
    await page.evaluate(CALL, { workspaceId: inBrowser.company.acme, ...pausing });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: '2 objects' }).first();
    await row.getByText('PAUSED').waitFor();
    expect(await row.textContent()).not.toContain('bulk_update');
    await inBrowser.leave(page);
  });

  test('several changes are chosen and go back as one undo; what was changed since says by whom', async () => {
    const { acme } = inBrowser.company;
    const page = await inBrowser.open(`/history?workspace=${acme}`);
    const rename = (name: string) =>
      page.evaluate(CALL, {
        workspaceId: acme,
        found: { limit: 1 },
        tool: 'update_social_campaign',
        args: { name },
      });
    for (const name of ['Chosen first', 'Chosen second']) await rename(name);
    await page.reload();
    const row = (name: string) => page.getByRole('row').filter({ hasText: `to ${name}` });
    await row('Chosen first').getByText('changed by Example Owner').waitFor();
    for (const name of ['Chosen first', 'Chosen second']) await row(name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Undo 2 changes' }).click();
    const drawer = page.getByRole('dialog', { name: 'Undo 2 changes of Example Owner' });
    // Both changed one field, so that it goes back once, to the value before the older change.
    await drawer.getByRole('button', { name: /^Undo 1 field/ }).click();
    await drawer.getByText(/plan [0-9A-F]{4}-[0-9A-F]{4} is applied/).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).last().click();
    await row('Chosen first')
      .getByText(/undone .* by Example Owner/)
      .waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await row('Chosen second').getByRole('button', { name: 'Redo' }).waitFor();
    await inBrowser.leave(page);
  });

  test('filters narrow what is read, stand in the address, and decide what the CSV holds', async () => {
    const page = await inBrowser.open(`/history?workspace=${inBrowser.company.acme}&since=all&channel=video`);
    const rows = page.locator('[data-row]');
    await page.getByRole('group', { name: 'Channel is Video' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const [head, ...lines] = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toContain('who,channel,tool,object,object_id,field,from,to');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('media-buyer,video,update_campaign,Always on');
    expect(lines[0]).toContain('budget,90.00 USD,120.00 USD,applied');
    await page.getByRole('button', { name: 'is; change to is not' }).click();
    await page.waitForURL(/channel=!video|channel=%21video/);
    await expect.poll(() => rows.filter({ hasText: '$120.00' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Object, tool or id' }).fill('no such thing');
    await page.getByText('No change matches 2 filters').waitFor();
    await inBrowser.leave(page);
  });

  test('rows are reached, opened and chosen by keys', async () => {
    const page = await inBrowser.open(`/history?workspace=${inBrowser.company.acme}&since=all`);
    await page.locator('[data-row]').getByRole('checkbox').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('[data-row] [data-opens-row]:focus').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Undo 1 change' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep all as it is' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await inBrowser.leave(page);
  });

  test('on a phone every change has its way back in reach', async () => {
    const page = await inBrowser.open(`/history?workspace=${inBrowser.company.acme}`, { width: 360 });
    const [button] = await page.getByRole('button', { name: /^(Undo|Redo)$/ }).all();
    await button!.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Keep all as it is' }).waitFor();
    const box = await drawer.boundingBox();
    expect(box!.width).toBeLessThanOrEqual(360);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await inBrowser.leave(page);
  });
});

/** Runs in the page, as the person who is signed in: calls a tool with what `list_social_campaigns` finds. */
const CALL = async ({ workspaceId, found, tool, args }: Any): Promise<void> => {
  const run = async (name: string, given: Any): Promise<Any> => {
    const body = JSON.stringify({ workspaceId, channel: 'social', tool: name, arguments: given });
    const headers = { 'content-type': 'application/json' };
    const reply = (await (await fetch('/api/trpc/tools.run', { method: 'POST', headers, body })).json()) as Any;
    return reply.result.data.result;
  };
  const ids = (await run('list_social_campaigns', found)).campaigns.map(({ id }: Any) => id);
  await run(tool, { ...args, ...(tool === 'bulk_update' ? { campaign_ids: ids } : { campaign_id: ids[0] }) });
};
