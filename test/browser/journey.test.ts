import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillSandboxIn } from '../../src/sandbox/filled.testing.ts';
import { findChromium } from '../chromium.ts';
import { callTool, type Running, serve, storeEnvironment, temporaryFolder, until } from '../start/command-line.ts';
import { buildPages } from '../web/built-pages.ts';
import { violations } from './axe.ts';
import { runningChromium } from './windows.ts';

const PASSWORD = 'correct horse battery';
const PATIENCE_MS = 60_000;

/** Starts the service by its command and clicks through the built pages. Each test continues where the last one ended. */
describe.skipIf(!findChromium())('a person with a browser (needs Chromium)', () => {
  const folder = temporaryFolder();
  let service: Running;
  let browser: Browser;
  let page: Page;
  let key = '';

  beforeAll(async () => {
    buildPages();
    await fillSandboxIn(join(folder.path, 'data'));
    service = await serve(join(folder.path, 'data'), [], await storeEnvironment());
    browser = await runningChromium();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
  }, 300_000);
  afterAll(async () => {
    await page?.context().close();
    await service?.stop();
    folder.remove();
  });

  const open = async (path: string) => {
    await page.goto(service.url + path);
    await page.locator('h1').first().waitFor();
  };
  const button = (name: string | RegExp, inside: Page | ReturnType<Page['getByRole']> = page) =>
    inside.getByRole('button', { name, exact: typeof name === 'string' });

  test('without the link there is no way in; with it, the first person sets up as the owner', async () => {
    await page.goto(`${service.url}/overview`);
    await page.waitForURL(/\/sign-in/);
    const link = /\/set-up\?link=\w+/.exec(service.stdout())?.[0] ?? '';
    await page.goto(service.url + link);
    await page.getByLabel('Your name').fill('Example Owner');
    await page.getByLabel('E-mail').fill('owner@acme.example');
    await page.locator('input[type=password]').first().fill(PASSWORD);
    await button('Make the account').click();
    await page.getByRole('heading', { name: 'Name the workspace' }).waitFor();
    await open('/overview');
    await page.getByText('Example Owner').first().waitFor();
  });

  test.each(['Social', 'Search', 'Video', 'Professional', 'Spreadsheets'])(
    '%s is connected through its sign-in page: who it is, which account, then stored and tested',
    async (channel) => {
      await open('/connections');
      const workspace = button('Acme');
      if (await workspace.isVisible().catch(() => false)) await workspace.click();
      const card = page.getByRole('region', { name: channel, exact: true });
      await card.waitFor();
      await button(`More about ${channel}`, card).click();
      await page.getByRole('menuitem', { name: 'Disconnect …' }).click();
      await button('Disconnect').click();
      await card.getByText('Not connected').waitFor();
      await button('Use the sandbox', card).click();
      await button(`Sign in at ${channel}`).click();
      await page.route(/connections\.pending/, suggestingAStranger);
      await button('Allow').click();
      await page.getByText('The platform says this is').waitFor();
      const accounts = page.getByRole('dialog').getByRole('radio');
      // Only an account that a person can see in the list is sent.
      if ((await accounts.count()) > 1) {
        expect(await page.getByRole('dialog').getByRole('radio', { checked: true }).count()).toBe(0);
        expect(await button('Test and connect').isDisabled()).toBe(true);
      }
      if ((await accounts.count()) > 0) await accounts.first().click();
      await button('Test and connect').click();
      await page.getByText(`${channel} is connected to Acme`).waitFor();
      await card.getByText('Sandbox', { exact: true }).waitFor();
    },
  );

  test('a key is made, shown once, calls a tool, is seen in Activity, and is refused once revoked', async () => {
    await open('/members');
    await page.getByRole('link', { name: 'API keys' }).click();
    await button('Create key').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('journey');
    await dialog.getByRole('radio', { name: /Read and write/ }).click();
    await dialog.getByRole('switch', { name: 'Personal data' }).click({ force: true });
    await dialog.getByRole('switch', { name: 'Custom HTML' }).click({ force: true });
    await button('Create key', dialog).click();
    key = (await page.getByRole('region', { name: 'The key', exact: true }).textContent()) ?? '';
    expect(key).toMatch(/^sk_live_/);
    const reply = await callTool(service.url, key, 'list_workspaces', 'workspace');
    expect(reply.status).toBe(200);
    await page.getByText(/First call/).waitFor();
    // Neither Esc, nor a click beside it, nor Back takes away what is never shown again.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 890);
    await page.goBack();
    expect(await page.getByRole('region', { name: 'The key', exact: true }).textContent()).toBe(key);
    await button('I have stored it').click();

    const campaign = {
      name: 'Made by a journey',
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      is_adset_budget_sharing_enabled: false,
    };
    const made = await callTool(service.url, key, 'create_social_campaign', 'social', {}, campaign);
    expect(await made.text()).toContain('Made by a journey');
    await open('/activity');
    await page.getByText('create_social_campaign').first().waitFor();
    await page.getByText('Chain verified.').waitFor();

    await open('/keys');
    const tag = page.getByRole('row', { name: /journey/ }).getByText('Personal data');
    await tag.waitFor();
    await button('What to do with journey').click();
    await page.getByRole('menuitem', { name: 'Withdraw personal data' }).click();
    await tag.waitFor({ state: 'detached' });
    const code = page.getByRole('row', { name: /journey/ }).getByText('Custom HTML');
    await code.waitFor();
    await button('What to do with journey').click();
    await page.getByRole('menuitem', { name: 'Withdraw custom HTML' }).click();
    await code.waitFor({ state: 'detached' });
    await button('What to do with journey').click();
    await page.getByRole('menuitem', { name: 'Revoke …' }).click();
    await button('Revoke key').click();
    await page.getByText('journey is revoked').waitFor();
    await until(async () => ((await callTool(service.url, key)).status === 401 ? true : undefined), 5_000);
  });

  test('the navigation counts the campaigns, and Campaigns shows one with its parts and who made it', async () => {
    await open('/campaigns?changed_by=agent');
    await page.getByText(/^1 of \d+ campaigns/).waitFor();
    const [, total] =
      /of (\d+) campaigns/.exec((await page.getByText(/^1 of \d+ campaigns/).textContent()) ?? '') ?? [];
    await page.getByRole('link', { name: `Campaigns ${total}` }).waitFor();
    await button(/Made by a journey/).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: 'Ad sets 0' }).waitFor();
    await drawer.getByRole('tab', { name: 'Ads 0' }).waitFor();
    await drawer.getByRole('tab', { name: 'Activity 1' }).click();
    await drawer.getByText('create_social_campaign').waitFor();
    await drawer.getByText('journey', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Show in Activity').click();
    await page.waitForURL(/\/activity\?.*object=\d+/);
    await page.getByRole('group', { name: /^Object is/ }).waitFor();
    await page.getByText('create_social_campaign').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or jump to' }).fill('made by a journey');
    await page.getByText('Start Made by a journey').first().click();
    await page.getByRole('heading', { name: 'Start the campaign' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((address) => !address.search.includes('change='));
  });

  test('a week is rehearsed: the ledger tells what was made, time passes, a fault is switched on and off', async () => {
    await open('/rehearsal');
    await page.getByText('“Made by a journey” created').waitFor();
    const before = await page.getByRole('region', { name: 'Sandbox clock' }).textContent();
    await button('+ 1 week').click();
    await page.getByText(/7 days ahead of real time/).waitFor();
    expect(await page.getByRole('region', { name: 'Sandbox clock' }).textContent()).not.toBe(before);
    await page.getByText('A week went by').waitFor();
    const curve = page.getByRole('region', { name: 'What would this week have cost?' });
    await curve.locator('title', { hasText: '1: “Made by a journey” created' }).waitFor({ state: 'attached' });
    await curve.getByText('Shaded: the time you skipped').waitFor();
    const told = page.getByRole('listitem').filter({ hasText: 'Made by a journey' });
    await told.getByRole('img', { name: 'number 1 on the curve' }).waitFor();
    await told.getByText('by journey').waitFor();
    const fault = page.getByRole('switch', { name: 'Slow on Video' });
    await fault.click({ force: true });
    await page.getByText('1 switched on').waitFor();
    await button('Clear all').click();
    await page.getByText('nothing switched on').waitFor();
  });

  test('a sheet is imported with a bar that shows how far it is, looked at and removed', async () => {
    const file = join(folder.path, 'plan.csv');
    writeFileSync(file, `campaign,budget\nBrand,120\n${'Other,80\n'.repeat(30_000)}`);
    const network = await page.context().newCDPSession(page);
    const upload = (bytesPerSecond: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await upload(100_000);
    await open('/sheets');
    const workspace = button('Acme');
    if (await workspace.isVisible().catch(() => false)) await workspace.click();
    const chooser = page.waitForEvent('filechooser');
    await button('Import').first().click();
    await (await chooser).setFiles(file);
    const bar = page.getByRole('progressbar');
    const sent = async () => Number(await bar.getAttribute('aria-valuenow'));
    await expect.poll(sent, { timeout: PATIENCE_MS, interval: 50 }).toBeGreaterThan(0);
    expect(await sent()).toBeLessThan(100);
    await upload(-1);
    await bar.waitFor({ state: 'detached' });
    await button(/^plan/).click();
    await page.getByRole('cell', { name: 'Brand' }).waitFor();
    await page.keyboard.press('Escape');
    await button(/What to do with plan/).click();
    await page.getByRole('menuitem', { name: 'Remove …' }).click();
    await button('Remove').click();
    await page.getByText(/is removed/).waitFor();
  });

  test('a tool is tried in the playground', async () => {
    await open('/playground?channel=workspace&tool=list_workspaces');
    await button(/^Run/).click();
    await page.getByText('Answered').waitFor();
    await page.getByRole('cell', { name: 'Acme Japan' }).waitFor();
  });

  test('what cannot be undone is asked about before it runs', async () => {
    await open('/playground?channel=search&tool=update_campaign&arguments={"campaign_id":"1","status":"REMOVED"}');
    await page.getByRole('switch', { name: 'Preview first' }).click();
    await button(/^Run/).click();
    await button('Keep as it is').click();
    await button(/^Run/).click();
    await page.getByRole('region', { name: 'Arguments of the call' }).getByText('REMOVED').waitFor();
    await button('Run update_campaign').click();
    await page.getByText('not_found').first().waitFor();
  });

  test('a viewer looks and may not', async () => {
    await open('/members');
    await button('Invite').click();
    await button('Make the link').click();
    const link = (await page.getByRole('region', { name: 'The link', exact: true }).textContent()) ?? '';
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const viewer = await context.newPage();
    viewer.setDefaultTimeout(PATIENCE_MS);
    await viewer.goto(link);
    await viewer.getByLabel('Your name').fill('A viewer');
    await viewer.getByLabel('E-mail').fill('viewer@acme.example');
    await viewer.locator('input[type=password]').first().fill(PASSWORD);
    await viewer.locator('button[type=submit]').click();
    await viewer.waitForURL(/\/overview/);
    await viewer.goto(`${service.url}/keys`);
    await viewer.getByText('Viewers can look, not change. Ask Example Owner (owner).').first().waitFor();
    expect(await viewer.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await context.close();
  });

  test('what can be done with a key can be done on a small screen', async () => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 800 },
      storageState: await page.context().storageState(),
    });
    const small = await context.newPage();
    small.setDefaultTimeout(PATIENCE_MS);
    await small.goto(`${service.url}/keys`);
    await small.getByRole('button', { name: 'What to do with first key' }).click();
    await small.getByRole('menuitem', { name: 'Revoke …' }).waitFor();
    await context.close();
  });

  test('going live asks for the app of one’s own and shows where it must be registered', async () => {
    await open('/connections');
    const workspace = button('Acme');
    if (await workspace.isVisible().catch(() => false)) await workspace.click();
    await page.getByRole('heading', { name: 'Six connections of Acme' }).waitFor();
    const card = page.getByRole('region', { name: 'Social', exact: true });
    await button('Go live', card).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${service.url}/oauth/callback`).waitFor();
    await dialog.getByLabel('App id').fill('86420');
    await dialog.getByLabel('App secret').fill('a'.repeat(32));
    const leaving = page.waitForRequest((request) => request.url().startsWith('https://www.facebook.com/'));
    await page.route('https://www.facebook.com/**', (route) => route.abort());
    await button('Sign in at Social', dialog).click();
    const address = new URL((await leaving).url());
    expect(address.searchParams.get('client_id')).toBe('86420');
    expect(address.searchParams.get('redirect_uri')).toBe(`${service.url}/oauth/callback`);
    expect(address.href).not.toContain('a'.repeat(32));
    await open('/connections?failed=state');
    if (await workspace.isVisible().catch(() => false)) await workspace.click();
    await page.getByText('Nothing was connected').waitFor();
  });
});

/** The platform's answer with another suggestion, of an account that is not on its list. */
async function suggestingAStranger(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = (await response.text()).replace(/"suggestedAccount":"[^"]*"/, '"suggestedAccount":"9999999999"');
  await route.fulfill({ response, body: text });
}
