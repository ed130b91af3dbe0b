import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf, PASSWORD } from '../web/browser.ts';
import { invited } from '../web/people.ts';
import { lookAtAllSizes, picture } from './all-sizes.ts';
import { violations } from './axe.ts';
import { openWindows, type Windows } from './windows.ts';

describe.skipIf(!findChromium())('approvals in a browser (needs Chromium)', () => {
  let service: TestService;
  let workspaceId: string;
  let windows: Windows;
  let people: { owner: Browser; approver: Browser; viewer: Browser };
  let agent: string;

  beforeAll(async () => {
    service = await startTestService({ platforms: ['social'], fewAccounts: true });
    workspaceId = await service.workspaceId('Acme');
    const owner = await ownerOf(service);
    people = {
      owner,
      approver: await invited(owner, 'approver@acme.example', 'approver'),
      viewer: await invited(owner, 'viewer@acme.example', 'viewer'),
    };
    agent = (await owner.api.keys.create.mutate({ workspaceId, name: 'media-buyer', readOnly: false })).key;
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'approve' } });
    windows = await openWindows();
  }, 300_000);
  afterAll(async () => {
    await windows?.close();
    await service?.close();
  });

  const open = (path: string, person: Browser = people.approver): Promise<Page> =>
    windows.open(service.url + path, { as: person });

  const call = (tool: string, args: Record<string, unknown>, channel = 'social') =>
    service.call(channel, tool, args, { key: agent });

  async function campaign(name: string): Promise<string> {
    const given = { name, objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: 20 };
    return (await call('create_social_campaign', given)).result.campaign.id;
  }

  async function parked(campaign_id: string, args: Record<string, unknown> = {}) {
    const { result } = await call('update_social_campaign', { campaign_id, daily_budget: 30, ...args });
    expect(result.error?.code, JSON.stringify(result)).toBe('approval_required');
    return result.error.plan as { id: string; code: string; approve_url: string };
  }

  const changesOf = async (id: string) => {
    const reply = await fetch(`${service.sandbox.controlOrigin}/ledger?platform=social`);
    const { effects } = (await reply.json()) as { effects: { kind: string; id: string }[] };
    return effects.filter((effect) => effect.kind === 'update' && effect.id === id).length;
  };
  const planOf = async (id: string) => (await call('get_plan', { plan_id: id }, 'workspace')).result.plan;
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });

  test('nothing waits: what would stand here, at three widths', async () => {
    const page = await open('/approvals');
    await page.getByText('Nothing waits for you').waitFor();
    await lookAtAllSizes(page, 'rows-0');
    await windows.leave(page);
  });

  test('an agent asks, a person opens the link, arms and confirms; it is made once and the agent reads so', async () => {
    const id = await campaign('Winter boots');
    const queue = await open('/approvals');
    const plan = await parked(id, { reason: 'CPA held at $44.90 over 7 days. APPROVED by <b>Mara</b>' });
    await queue.getByRole('link', { name: /Approvals 1/ }).waitFor();
    await windows.leave(queue);
    const page = await open(new URL(plan.approve_url).pathname);
    await page.getByText(plan.code).first().waitFor();
    await page.getByText('CPA held at $44.90 over 7 days. APPROVED by <b>Mara</b>').waitFor();
    await page.getByText('agent’s text, not checked').waitFor();
    await page.getByRole('cell', { name: '$20.00' }).waitFor();
    await page.getByRole('region', { name: 'What the account may spend' }).getByText('The same as before').waitFor();
    await lookAtAllSizes(page, 'rows-1');
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, /Show the request/).click();
    await page.getByRole('region', { name: 'The request' }).getByText('daily_budget').waitFor();
    await button(page, /^Approve/).dblclick();
    await button(page, /^Confirm: \$30\.00/).waitFor();
    expect(await changesOf(id), 'a double click arms and does not confirm').toBe(0);
    await picture(page, 'armed');
    await button(page, 'Keep $20.00').click();
    await button(page, /^Approve/).waitFor();
    await page.keyboard.press('a');
    await button(page, /^Confirm: \$30\.00/).waitFor();
    // The button is deaf for a moment, so the first press may be none.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+Enter');
        return page.getByText('Applied', { exact: true }).first().isVisible();
      })
      .toBe(true);
    await page.getByText(/Approved by approver/).waitFor();
    expect(await planOf(plan.id)).toMatchObject({ state: 'applied' });
    expect(await changesOf(id)).toBe(1);
    await page.getByText('$30.00').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'applied');
    await page.goto(`${service.url}/activity?tool=update_social_campaign`);
    await page.getByText(`plan ${plan.code}`).click();
    await page.getByText(`Made by plan ${plan.code}, approved by approver`).waitFor();
    expect(await violations(page)).toEqual([]);
    await windows.leave(page);
  });

  test('a person rejects with a note, which the agent reads', async () => {
    const id = await campaign('Trail stories');
    const plan = await parked(id);
    const page = await open(`/approvals/${plan.id}`);
    expect(await button(page, 'Reject').isDisabled()).toBe(true);
    await page.getByLabel(/Note to media-buyer/).fill('Wait until Monday.');
    await button(page, 'Reject').click();
    await page.getByText('approver rejected it: “Wait until Monday.” Nothing was sent.').waitFor();
    expect(await planOf(plan.id)).toMatchObject({ state: 'rejected', note: 'Wait until Monday.' });
    expect(await changesOf(id)).toBe(0);
    await windows.leave(page);
    const activity = await open('/activity?tool=plan.rejected', people.owner);
    await activity.getByText('rejected: “Wait until Monday.”').waitFor();
    await activity.getByText(`plan ${plan.code}`).click();
    await button(activity, 'Open the plan').click();
    await activity.waitForURL(/\/approvals\/plan_/);
    await activity.getByText('approver rejected it').waitFor();
    await windows.leave(activity);
    const rehearsal = await open('/rehearsal', people.owner);
    await rehearsal.getByText('approver declined: “Wait until Monday.”').waitFor();
    await rehearsal
      .getByText(/^media-buyer asks: Update a campaign: daily_budget 20\.00 USD → 30\.00 USD$/)
      .first()
      .waitFor();
    expect(await violations(rehearsal)).toEqual([]);
    await picture(rehearsal, 'rehearsal');
    await rehearsal
      .getByRole('link', { name: `plan ${plan.code}` })
      .first()
      .click();
    await rehearsal.waitForURL(/\/approvals\/plan_/);
    await windows.leave(rehearsal);
  });

  test('an old sign-in: the way to a new one is in the place of the button, and the note is kept', async () => {
    const person = await invited(people.owner, 'slow@acme.example', 'approver');
    const plan = await parked(await campaign('Old session'));
    const page = await open(`/approvals/${plan.id}`, person);
    await button(page, /^Approve/).waitFor();
    const { home } = service;
    const before = new Date(Date.now() - 20 * 60_000).toISOString();
    await sql`UPDATE sessions SET created_at = ${before}
      WHERE person_id = (SELECT id FROM people WHERE email = 'slow@acme.example')`.execute(home.store.db);
    const again = page.getByRole('link', { name: 'Sign in again' });
    await again.waitFor();
    await page.getByLabel(/Note to media-buyer/).fill('Half of it.');
    await picture(page, 'old-sign-in');
    await again.click();
    await page.getByLabel('E-mail').fill('slow@acme.example');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(/\/approvals\/plan_/);
    await button(page, /^Approve/).waitFor();
    expect(await page.getByLabel(/Note to media-buyer/).inputValue()).toBe('Half of it.');
    await windows.leave(page);
  });

  test('what another person decides meanwhile shows by itself, and the buttons go', async () => {
    const plan = await parked(await campaign('Meanwhile'));
    const page = await open(`/approvals/${plan.id}`);
    await button(page, /^Approve/).waitFor();
    const { owner } = people;
    const { hash } = await owner.api.approvals.get.query({ id: plan.id });
    await owner.api.approvals.reject.mutate({ id: plan.id, hash, note: 'Not now.' });
    await page.getByText('Example Owner rejected it: “Not now.” Nothing was sent.').waitFor();
    expect(await button(page, /^Approve/).count()).toBe(0);
    await windows.leave(page);
  });

  test('names with markup and turning characters are text; no second element is made of them', async () => {
    const id = await campaign('Plain');
    const plan = await parked(id, { name: '<img src=x onerror=alert(1)> APPROVED \u202eoga thgir' });
    const page = await open(`/approvals/${plan.id}`);
    await page.getByRole('cell', { name: /<img src=x onerror=alert\(1\)> APPROVED/ }).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.locator('article').textContent()).not.toContain('\u202e');
    await windows.leave(page);
  });

  test('a viewer and the person behind the key see why they may not, and who can', async () => {
    const plan = await parked(await campaign('Four eyes'));
    const viewer = await open(`/approvals/${plan.id}`, people.viewer);
    await viewer.getByText(/Approving takes the role approver; yours is viewer\. .*approver/).waitFor();
    expect(await button(viewer, 'Approve').isDisabled()).toBe(true);
    await picture(viewer, 'viewer');
    await windows.leave(viewer);
    const owner = await open(`/approvals/${plan.id}`, people.owner);
    await owner.getByText(/This was asked in your name, so somebody else decides\. approver.* can\./).waitFor();
    await picture(owner, 'own-request');
    await windows.leave(owner);
    const nowhere = await open('/approvals/plan_0000000000000000');
    await nowhere.getByText('There is no such plan').waitFor();
    await windows.leave(nowhere);
  });

  test('a stale plan offers no yes but a new plan from the values of now', async () => {
    const id = await campaign('Always on');
    const plan = await parked(id);
    const { owner, approver } = people;
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'auto' } });
    await call('update_social_campaign', { campaign_id: id, daily_budget: 25 });
    await owner.api.approvals.setPolicy.mutate({ workspaceId, rules: { raise: 'approve' } });
    const { hash } = await approver.api.approvals.get.query({ id: plan.id });
    await approver.api.approvals.approve.mutate({ id: plan.id, hash });
    const page = await open(`/approvals/${plan.id}`);
    await page.getByText(/something has moved: daily_budget \(20\.00 USD then, 25\.00 USD now\)/).waitFor();
    expect(await button(page, /^Approve/).count()).toBe(0);
    await lookAtAllSizes(page, 'stale');
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, 'Plan anew').click();
    await page.waitForURL((url) => url.pathname.startsWith('/approvals/plan_') && !url.pathname.endsWith(plan.id));
    await page.getByRole('cell', { name: '$25.00' }).waitFor();
    await button(page, /^Approve/).waitFor();
    expect((await planOf(plan.id)).note).toContain('Planned anew as plan_');
    await windows.leave(page);
  });

  test('the person behind a request takes it back; a first yes of two is taken back', async () => {
    const plan = await parked(await campaign('Taken back'));
    const page = await open(`/approvals/${plan.id}`, people.owner);
    await button(page, 'Take back the request').click();
    await page.getByText('Example Owner took it back. Nothing was sent.').waitFor();
    expect(await planOf(plan.id)).toMatchObject({ state: 'withdrawn' });
    await windows.leave(page);
    await people.owner.api.approvals.setPolicy.mutate({ workspaceId, two: ['raise'] });
    const other = await parked(await campaign('One of two'));
    await people.owner.api.approvals.setPolicy.mutate({ workspaceId, two: [] });
    const { hash } = await people.approver.api.approvals.get.query({ id: other.id });
    await people.approver.api.approvals.approve.mutate({ id: other.id, hash });
    const yes = await open(`/approvals/${other.id}`);
    await yes.getByText('Needs 2 people, 1 of 2 said yes').waitFor();
    await picture(yes, 'one-of-two');
    await button(yes, 'Take back').click();
    await yes.getByText('Needs 2 people, 0 of 2 said yes').waitFor();
    await button(yes, /^Approve/).waitFor();
    await windows.leave(yes);
  });

  test('the rules are seen by all and set by owners', async () => {
    const page = await open('/approvals', people.owner);
    await button(page, 'Approval rules').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Pausing and cutting always work at once').waitFor();
    await picture(page, 'rules');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Two people for: Let more money flow' }).click();
    await button(page, 'Set the rules').click();
    await page.getByText('The rules of Acme are set').waitFor();
    const { two, rules } = await people.owner.api.approvals.policy.query({ workspaceId });
    expect([two, rules.raise]).toEqual([['raise'], 'approve']);
    await people.owner.api.approvals.setPolicy.mutate({ workspaceId, two: [] });
    await windows.leave(page);
    const looking = await open('/approvals', people.viewer);
    await button(looking, 'Approval rules').click();
    await looking.getByText(/Owners set these\./).waitFor();
    expect(await button(looking, 'Set the rules').count()).toBe(0);
    await windows.leave(looking);
  });

  test('105 plans are walked by the keyboard, at three widths', async () => {
    const id = await campaign('Many');
    for (let each = 0; each < 105; each++) await parked(id, { daily_budget: 100 + each });
    const page = await open('/approvals');
    await page.getByRole('heading', { name: /Waiting for you/ }).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/\/approvals\/plan_/);
    const first = page.url();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.url()).not.toBe(first);
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.waitForURL(/\/approvals$/);
    // Axe has seen one of them.
    await lookAtAllSizes(page, 'rows-105', { axe: false });
    await windows.leave(page);
  });
});
