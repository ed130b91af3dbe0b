import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { violations } from './axe.ts';
import { openWindows, type Windows } from './windows.ts';

describe.skipIf(!findChromium())('the playground (needs Chromium)', () => {
  let service: TestService;
  let workspaceId: string;
  let windows: Windows;
  let owner: Browser;
  let agent: string;

  beforeAll(async () => {
    service = await startTestService({ platforms: ['social'], fewAccounts: true });
    workspaceId = await service.workspaceId('Acme');
    owner = await ownerOf(service);
    agent = (await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false })).key;
    windows = await openWindows();
  }, 300_000);
  afterEach(() => owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'auto' } }));
  afterAll(async () => {
    await windows?.close();
    await service?.close();
  });

  async function open(tool: string, args: object, width = 1440): Promise<Page> {
    const search = new URLSearchParams({ workspace: workspaceId, channel: 'social', tool });
    const url = `${service.url}/playground?${search}&arguments=${encodeURIComponent(JSON.stringify(args))}`;
    const page = await windows.open(url, { as: owner, width });
    await page.getByRole('region', { name: 'Arguments' }).waitFor();
    return page;
  }

  async function campaign(): Promise<string> {
    const given = { name: 'Tried', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: 20 };
    const { result } = await service.call('social', 'create_social_campaign', given, { key: agent });
    return result.campaign.id;
  }

  const changesOf = async (id: string) => {
    const reply = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`);
    const { effects } = (await reply.json()) as { effects: { kind: string; id: string }[] };
    return effects.filter((effect) => effect.kind === 'update' && effect.id === id).length;
  };
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const plan = (page: Page) => page.getByRole('region', { name: /^Plan [0-9A-F]{4}-[0-9A-F]{4}$/ });

  test.each([1440, 360])('a write is previewed, then applied by its button, at %s px', async (width) => {
    const id = await campaign();
    const page = await open('update_social_campaign', { campaign_id: id, daily_budget: '30' }, width);
    await page.getByRole('region', { name: 'The call as curl' }).getByText('"preview":true').waitFor();
    await button(page, /^Preview/).click();
    await plan(page).getByText('Nothing has been sent.').waitFor();
    await plan(page).getByRole('cell', { name: '$30.00' }).waitFor();
    expect(await changesOf(id)).toBe(0);
    expect(await violations(page)).toEqual([]);
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(beyond, 'runs out of the page').toBeLessThanOrEqual(0);
    await button(page, 'Apply this plan').click();
    await page.getByText('applied.daily_budget', { exact: false }).first().waitFor();
    expect(await changesOf(id)).toBe(1);
    expect(await button(page, 'Apply this plan').count()).toBe(0);
    await windows.leave(page);
  });

  test('where a person has to agree, applying says that it waits, with the link to the plan', async () => {
    const id = await campaign();
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'approve' } });
    const page = await open('update_social_campaign', { campaign_id: id, daily_budget: '30' });
    await button(page, /^Preview/).click();
    await button(page, 'Apply this plan').click();
    await plan(page).getByText('It waits for approval').waitFor();
    expect(await violations(page)).toEqual([]);
    await plan(page).getByRole('link').click();
    await page.waitForURL(/\/approvals\/plan_/);
    await page.getByRole('heading', { name: 'Update a campaign', exact: true }).waitFor();
    expect(await changesOf(id)).toBe(0);
    await windows.leave(page);
  });

  test('switched off, the change is made at once; a tool that reads has no such switch', async () => {
    const id = await campaign();
    const page = await open('update_social_campaign', { campaign_id: id, daily_budget: '30' });
    await page.getByRole('switch', { name: 'Preview first' }).click();
    await page.getByText('The change is made at once.').waitFor();
    await button(page, /^Run/).click();
    await page.getByText('Answered').waitFor();
    expect(await changesOf(id)).toBe(1);
    await windows.leave(page);
    const reading = await open('list_social_campaigns', {});
    await button(reading, /^Run/).waitFor();
    expect(await reading.getByText('Preview first').count()).toBe(0);
    await windows.leave(reading);
  });

  test('a plan of what cannot be undone is asked about before it is applied', async () => {
    const id = await campaign();
    const page = await open('update_social_campaign', { campaign_id: id, status: 'ARCHIVED' });
    await button(page, /^Preview/).click();
    await button(page, 'Apply this plan').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It cannot be undone.', { exact: false }).waitFor();
    await button(page, 'Keep as it is').click();
    expect(await changesOf(id)).toBe(0);
    await button(page, 'Apply this plan').click();
    await button(page, 'Run apply_plan').click();
    await page.getByText('Answered').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => changesOf(id)).toBe(1);
    await windows.leave(page);
  });
});
