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
    await drawer.getByText('Full').waitFor();
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
    await page.context().close();
  });

  test('a bulk change shows how many objects it changed, and what about them', async () => {
    const page = await inBrowser.open(`/history?workspace=${inBrowser.company.acme}`);
    const pausing = { found: { limit: 2, status: ['ACTIVE'] }, tool: 'bulk_update', args: { status: 'PAUSED' } };
    await page.evaluate(CALL, { workspaceId: inBrowser.company.acme, ...pausing });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: '2 objects' }).first();
    await row.getByText('PAUSED').waitFor();
    expect(await row.textContent()).not.toContain('bulk_update');
    await page.context().close();
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
    await page.context().close();
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
