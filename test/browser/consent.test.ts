import { createServer, type Server } from 'node:http';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { startTestService, type TestService } from '../service.ts';
import { OAuthClient, REGISTRATION } from '../sign-in/oauth-client.ts';
import { type Browser, ownerOf, PASSWORD } from '../web/browser.ts';
import { invited } from '../web/people.ts';
import { lookAtAllSizes, picture } from './all-sizes.ts';
import { violations } from './axe.ts';
import { openWindows, type Windows } from './windows.ts';

describe.skipIf(!findChromium())('consent in a browser (needs Chromium)', () => {
  let service: TestService;
  let windows: Windows;
  let owner: Browser;
  let viewer: Browser;
  let acme: string;
  /** The client's own server, to which the browser comes back. */
  let callback: Server;
  let redirect: string;
  const answers: URL[] = [];

  beforeAll(async () => {
    service = await startTestService({ platforms: ['social'], fewAccounts: true });
    acme = await service.workspaceId('Acme');
    owner = await ownerOf(service);
    viewer = await invited(owner, 'viewer@acme.example', 'viewer');
    callback = createServer((request, response) => {
      const address = new URL(request.url ?? '/', redirect);
      if (address.pathname === '/callback') answers.push(address);
      response.setHeader('content-type', 'text/html').end('<h1>Back at the client</h1>');
    });
    await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
    redirect = `http://127.0.0.1:${(callback.address() as { port: number }).port}/callback`;
    windows = await openWindows();
  }, 300_000);
  afterAll(async () => {
    await windows?.close();
    await service?.close();
    callback?.close();
  });

  interface Asking {
    person?: Browser | null;
    parameters?: Record<string, string | null>;
    registration?: object;
    width?: number;
  }

  /** A client registers itself and sends the person's browser to us. */
  async function asked({ person = owner, parameters = {}, registration = {}, width = 1280 }: Asking = {}) {
    const oauth = new OAuthClient(service.url);
    const body = { ...REGISTRATION, redirect_uris: [redirect], ...registration };
    const { client_id: clientId } = await oauth.registered(body);
    const to = { redirect_uri: redirect, resource: `${service.url}/mcp`, ...parameters };
    const page = await windows.open(oauth.authorizeUrl(clientId, to), { width, ...(person && { as: person }) });
    return { oauth, clientId, page };
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name = 'Test Client wants to connect') => page.getByRole('heading', { name });

  async function openGrants(person: Browser, before?: (page: Page) => Promise<unknown>): Promise<Page> {
    const options = { as: person, ...(before && { before }) };
    const page = await windows.open(`${service.url}/keys?workspace=${acme}`, options);
    await page.getByText('Signed-in clients', { exact: true }).click();
    await page.getByText('without a key', { exact: false }).waitFor();
    return page;
  }

  test('before anybody has connected a client, the list says how; every client is told where to connect', async () => {
    const page = await openGrants(owner);
    await page.getByText('No client has signed in yet').waitFor();
    await lookAtAllSizes(page, 'grants-0');
    await button(page, 'Connect an agent').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Address: ${service.url}/mcp`).waitFor();
    await dialog.getByRole('tab', { name: 'Cursor' }).click();
    expect(await dialog.getByRole('link', { name: 'Open in Cursor' }).getAttribute('href')).toMatch(/^cursor:/);
    await dialog.getByText('One a channel').click();
    await dialog.getByRole('region', { name: 'How to connect Cursor' }).getByText('/social/mcp').waitFor();
    await lookAtAllSizes(page, 'connect-agent');
    await windows.leave(page);
  });

  test('a person signs in, chooses by keyboard and comes back to the client, whose token does just that', async () => {
    const { oauth, clientId, page } = await asked({ person: null });
    await heading(page, 'Sign in').waitFor();
    await page.getByLabel('E-mail').fill('owner@acme.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Test Client wants to connect');
    await page.getByText('Runs on this computer').waitFor();

    const radio = page.getByRole('radio', { name: /^Read and write/ });
    expect(await radio.isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: 'Video' }).focus();
    await page.keyboard.press('Space');
    await radio.focus();
    await page.keyboard.press('Space');
    await page
      .getByLabel(/^May raise, in all/)
      .first()
      .fill('1,500');
    await page.getByLabel('Calls').fill('3000');
    await button(page, 'Connect, read and write').focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Back at the client').waitFor();

    const code = answers.at(-1)?.searchParams.get('code') ?? '';
    const reply = await oauth.exchange(clientId, code, { redirect_uri: redirect });
    expect(await reply.json()).toMatchObject({ scope: 'ads:read ads:write' });
    const [grant] = (await owner.api.grants.list.query({ workspaceIds: [acme] })).grants.slice(-1);
    expect(grant).toMatchObject({ client: { id: clientId }, readOnly: false, own: true, status: 'active' });
    expect(grant?.channels).toContain('social');
    expect(grant?.channels).not.toContain('video');
    const { keys } = await owner.api.limits.overview.query({ workspaceId: acme });
    expect(keys.find(({ id }) => id === grant?.id)?.limits).toMatchObject([{ kind: 'daily', limit: '1500' }]);
    expect((await service.home.keyRing.list({ ids: [grant!.id] }))[0]?.ratePoints).toBe(3_000);
    await windows.leave(page);
  });

  test('the page shows the client and the choices at every width in both themes', async () => {
    const { page } = await asked();
    await heading(page).waitFor();
    await page.getByText(/\d+ tools\. New objects start paused\./).waitFor();
    await lookAtAllSizes(page, 'consent');
    await button(page, 'Do not connect').click();
    await heading(page, 'Back at the client').waitFor();
    expect(answers.at(-1)?.searchParams.get('error')).toBe('access_denied');
    await windows.leave(page);
  });

  test('a long name and one channel fit a phone; without a channel nothing can be connected', async () => {
    const name = 'Averylongnamewithoutanyspaces'.repeat(3);
    const { page } = await asked({
      width: 360,
      registration: { client_name: name },
      parameters: { resource: `${service.url}/social/mcp`, scope: 'ads:read' },
    });
    await heading(page, `${name} wants to connect`).waitFor();
    await page.getByText('It did not ask to write.').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(1);
    await lookAtAllSizes(page, 'consent-long');
    await page.getByRole('checkbox', { name: 'Social' }).click();
    expect(await button(page, 'Connect, read only').isDisabled()).toBe(true);
    await windows.leave(page);
  });

  test('of a hosted client the host is shown, and that it registered itself', async () => {
    const hosted = 'https://claude.ai/api/mcp/auth_callback';
    const { page } = await asked({ registration: { redirect_uris: [hosted] }, parameters: { redirect_uri: hosted } });
    await page.getByText('claude.ai', { exact: true }).waitFor();
    await page.getByText(/it registered itself .*; only the host below is checked/).waitFor();
    expect(await page.getByText('Runs on this computer').count()).toBe(0);
    await picture(page, 'consent-hosted');
    await windows.leave(page);
  });

  test('a client with a document says where that was read; a person in no workspace is told whom to ask', async () => {
    const { page } = await asked();
    await heading(page).waitFor();
    const document = { id: 'https://claude.ai/oauth/metadata', kind: 'metadata_document', loopbackOnly: false };
    await page.route(/consent\.show/, async (route) => {
      const reply = await route.fetch();
      const body = await reply.json();
      const { data } = [body].flat()[0].result;
      Object.assign(data, { client: { ...data.client, ...document }, workspaces: [] });
      await route.fulfill({ response: reply, json: body });
    });
    await page.reload();
    await page.getByText('its identity document was read from claude.ai').waitFor();
    await page.getByText(/You are in no workspace yet.* Ask an owner/).waitFor();
    expect(await page.getByRole('button', { name: /^Connect/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await button(page, 'Do not connect').click();
    await heading(page, 'Back at the client').waitFor();
    await windows.leave(page);
  });

  test('a viewer can give what reads', async () => {
    const { page } = await asked({ person: viewer });
    await page.getByText('Viewers can look, not change').waitFor();
    expect(await page.getByRole('radio', { name: /^Read and write/ }).isDisabled()).toBe(true);
    await button(page, 'Connect, read only').click();
    await heading(page, 'Back at the client').waitFor();
    expect((await viewer.api.grants.list.query({})).grants).toMatchObject([{ readOnly: true, own: true }]);
    await windows.leave(page);
  });

  test('what was answered already, or never asked, says what to do', async () => {
    const { page } = await asked();
    await heading(page).waitFor();
    const address = page.url();
    await button(page, 'Do not connect').click();
    await heading(page, 'Back at the client').waitFor();
    for (const gone of [address, `${service.url}/consent/unknown-id`]) {
      await page.goto(gone);
      await heading(page, 'Nothing waits for an answer here').waitFor();
      await page.getByText(/Nothing was given\. Connect again in the client/).waitFor();
    }
    await lookAtAllSizes(page, 'consent-gone');
    await windows.leave(page);
  });

  test('an owner sees what everybody gave, a person their own; what is revoked is refused', async () => {
    const oauth = new OAuthClient(service.url);
    const { tokens } = await oauth.connected(viewer, { workspaceId: acme, readOnly: true });
    const call = () =>
      fetch(`${service.url}/social/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/list' }),
      });
    expect((await call()).status).toBe(200);
    const own = (await viewer.api.grants.list.query({})).grants.length;
    const all = (await owner.api.grants.list.query({ workspaceIds: [acme] })).grants.length;
    expect(all).toBeGreaterThan(own);

    const theirs = await openGrants(viewer);
    await expect.poll(() => theirs.locator('[data-row]').count()).toBe(own);
    await windows.leave(theirs);

    const page = await openGrants(owner);
    await expect.poll(() => page.locator('[data-row]').count()).toBe(all);
    await lookAtAllSizes(page, 'grants');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Client, host or person').fill('viewer@');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(own);
    // The newest stands first.
    await page.getByRole('button', { name: 'Revoke Test Client, given by viewer@acme.example' }).first().click();
    await page.getByRole('dialog').getByText('It is refused within one second').waitFor();
    await button(page, 'Revoke client').click();
    await page.locator('[data-row]').first().getByText('Revoked').waitFor();
    await expect.poll(async () => (await call()).status).toBe(401);
    await windows.leave(page);
  });

  test.each([1, 105, 1_000])('%s clients fit the page at three widths', async (count) => {
    const page = await openGrants(owner, (made) => made.route(/grants\.list/, multiplied(count)));
    const rows = page.locator('[data-row]');
    await expect.poll(() => rows.count()).toBe(Math.min(count, 100));
    await lookAtAllSizes(page, `grants-${count}`, { axe: false });
    await page.setViewportSize({ width: 820, height: 900 });
    const revoke = page.getByRole('button', { name: /^Revoke Client 0,/ });
    // A table that has just become narrow draws its rows once more.
    const rightEdge = async () => {
      const box = await revoke.boundingBox();
      return box ? box.x + box.width : Number.POSITIVE_INFINITY;
    };
    await expect.poll(rightEdge).toBeLessThan(820);
    if (count > 100) {
      await button(page, `Show all ${count.toLocaleString('en-US')}`).click();
      await expect.poll(() => rows.count()).toBe(count);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await windows.leave(page);
  });

  test('another person signs in, and is asked the same', async () => {
    const { page } = await asked();
    await heading(page).waitFor();
    await button(page, 'Not you?').click();
    await heading(page, 'Sign in').waitFor();
    await page.getByLabel('E-mail').fill('viewer@acme.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page).waitFor();
    await page.getByText('viewer@acme.example').waitFor();
    await windows.leave(page);
  });
});

/** The first grant of the real answer so many times over. Newest first on the page, so the last of them is Client 0. */
const multiplied = (count: number) => async (route: Route) => {
  const reply = await route.fetch();
  const body = await reply.json();
  const at = new URL(route.request().url()).pathname.split('/').at(-1)!.split(',').indexOf('grants.list');
  const { data } = [body].flat()[at].result;
  const [first] = data.grants;
  data.grants = Array.from({ length: count }, (_, each) => ({
    ...first,
    id: `${first.id}${each}`,
    client: { ...first.client, name: `Client ${count - 1 - each}`, redirectHost: 'a-rather-long-host.agents.example' },
    person: { ...first.person, email: `person${each}@acme.example` },
    own: each % 3 === 0,
    readOnly: each % 2 === 0,
  }));
  await route.fulfill({ response: reply, json: body });
};
