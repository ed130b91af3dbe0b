import type { Locator, Page, Route } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../chromium.ts';
import { codeOf } from '../web/authenticator.ts';
import { PASSWORD, Browser as Person } from '../web/browser.ts';
import { type CompanyInBrowser, openCompany } from './company-in-browser.ts';
import { isComplete } from './windows.ts';

/** Connections that break, services that fail, sessions that end, hands that are quick. */
describe.skipIf(!findChromium())('when something goes wrong (needs Chromium)', () => {
  let inBrowser: CompanyInBrowser;
  beforeAll(async () => {
    inBrowser = await openCompany();
  });
  afterAll(() => inBrowser?.close());

  const open = (path: string, width?: number) =>
    inBrowser.open(`${path}?workspace=${inBrowser.company.acme}`, width ? { width } : {});
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const makeKey = (name: string) =>
    inBrowser.company.owner.api.keys.create.mutate({ workspaceId: inBrowser.company.acme, name, readOnly: true });

  async function askToRevoke(page: Page, name: string): Promise<void> {
    await button(page, `What to do with ${name}`).click();
    await page.getByRole('menuitem', { name: 'Revoke …' }).click();
  }

  test.each<[string, (route: Route) => Promise<void>]>([
    ['the connection is lost', (route) => route.abort('connectionreset')],
    [
      'a proxy answers',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    ],
    ['the service fails', (route) => route.fulfill({ status: 500, json: failure('INTERNAL_SERVER_ERROR', 500) })],
  ])('%s: the page does not say that nothing happened', async (what, answer) => {
    await makeKey(what);
    const page = await open('/keys');
    await page.route(/keys\.revoke/, answer);
    await askToRevoke(page, what);
    await button(page, 'Revoke key').click();
    const told = page.getByRole('dialog').getByRole('alert');
    await told.getByText('It is not known whether this was done').waitFor();
    expect(await told.textContent()).not.toMatch(/still works|not revoked|Failed to fetch|Unexpected token/);
    await inBrowser.leave(page);
  });

  test('a write confirmed offline fails at once and is not sent later', async () => {
    const { record } = await makeKey('offline');
    const page = await open('/keys');
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('keys.revoke') && sent.push(request.url()));
    await askToRevoke(page, 'offline');
    await page.context().setOffline(true);
    await button(page, 'Revoke key').click();
    await page.getByRole('dialog').getByText('Nothing was sent: this browser is offline.').waitFor();
    await page.keyboard.press('Escape');
    const again = page.waitForResponse(/keys\.list/);
    await page.context().setOffline(false);
    await again;
    expect(sent).toEqual([]);
    const { keys } = await inBrowser.company.owner.api.keys.list.query({});
    expect(keys.find(({ id }) => id === record.id)).toMatchObject({ status: 'active' });
    await page.close();
  });

  test('a file imported before the list has come is in the list', async () => {
    const page = await open('/account');
    const held = Promise.withResolvers<void>();
    await page.route(
      /sheets\.list/,
      async (route) => {
        const reply = await route.fetch();
        await held.promise;
        await route.fulfill({ response: reply }).catch(() => {});
      },
      { times: 1 },
    );
    await page.goto(`${inBrowser.company.url}/sheets?workspace=${inBrowser.company.acme}`);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Import').first().click();
    await (await chooser).setFiles({ name: 'early.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await button(page, 'early').waitFor();
    held.resolve();
    await inBrowser.leave(page);
  });

  test('a name that turns the text around is shown as what it is', async () => {
    await makeKey('evil\u202egnp.exe');
    const page = await open('/keys');
    await page.getByText('evil[U+202E]gnp.exe').first().waitFor();
    expect(await page.locator('body').textContent()).not.toContain('\u202e');
    await inBrowser.leave(page);
  });

  test.each(['/campaigns', '/sheets'])('%s: Back closes the drawer, and Esc leaves no entry behind', async (path) => {
    const page = await open(path);
    const row = page.locator('[data-opens-row]').first();
    await row.click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(path);
    const before = page.url();
    await row.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.waitForURL(before);
    await inBrowser.leave(page);
  });

  test('Back closes the navigation of a phone, and skips it once a page was chosen there', async () => {
    const page = await open('/keys', 390);
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    const burger = button(page, 'Open the navigation');
    await burger.click();
    await drawer.waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/keys');
    await burger.click();
    await drawer.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await drawer.waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    expect(await drawer.count()).toBe(0);
    await inBrowser.leave(page);
  });

  test('a service that dies takes no shell with it, and is noticed when it is back', async () => {
    const page = await open('/keys');
    const problem = page.getByRole('alert').filter({ has: page.getByRole('heading') });
    const refuse = () => page.route('**/*', (route) => route.abort('connectionrefused'));
    await refuse();
    await button(page, 'Stop spending').click();
    await problem.getByText('Spending goes on.').waitFor();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    // Asked for a second time, a page has its style sheet, and fails for its script.
    for (const name of ['Members', 'Sheets', 'Members']) {
      await page.getByRole('link', { name }).click();
      await problem.getByText('This page could not be shown').waitFor();
      await page.getByText('The service does not answer.').waitFor();
    }
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
    await button(page, 'Stop spending').click();
    await button(page, 'Keep running').click();
    await inBrowser.leave(page);
  });

  test('a page whose code an upgrade has replaced is loaded anew by itself', async () => {
    const page = await open('/keys');
    await page.route(/\/assets\/page-/, (route) => route.fulfill({ status: 404 }));
    page.once('domcontentloaded', () => page.unrouteAll());
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await inBrowser.leave(page);
  });

  test('a refusal is certain, and says what is left', async () => {
    await makeKey('contested');
    const page = await open('/keys');
    await page.route(/keys\.revoke/, (route) => route.fulfill({ status: 409, json: failure('CONFLICT', 409) }));
    await askToRevoke(page, 'contested');
    await button(page, 'Revoke key').click();
    await page.getByText('The key was not revoked').waitFor();
    await page.getByText('It still works.').waitFor();
    await inBrowser.leave(page);
  });

  test('a budget whose change was not answered is not said to be unchanged', async () => {
    const page = await open('/campaigns');
    await button(page, /Always on: prospecting/)
      .first()
      .click();
    await button(page, 'Change budget').click();
    await page.getByLabel('After').fill('333');
    await page.route(/tools\.run/, (route) => route.abort('connectionreset'));
    await button(page, /^Change budget/)
      .last()
      .click();
    await page.getByText('It is not known whether this was done').waitFor();
    expect(await page.getByText('The budget was not changed').count()).toBe(0);
    await page.unroute(/tools\.run/);
    await page.keyboard.press('Escape');
    await button(page, 'Change budget').click();
    expect(await page.getByLabel('After').inputValue(), 'opened anew, it begins anew').toBe('210.00');
    await inBrowser.leave(page);
  });

  test('an undo that fails is told of', async () => {
    const page = await open('/campaigns');
    await button(page, /Autumn sale/)
      .first()
      .click();
    await button(page, 'Pause').click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^Pause/ })
      .click();
    await page.getByText('The campaign is paused').waitFor();
    await page.route(/tools\.run/, (route) => route.abort('connectionreset'));
    await button(page, 'Undo').click();
    await page.getByRole('alert').getByText('It is not known whether this was done').waitFor();
    await page.unroute(/tools\.run/);
    await button(page, 'I have read this').click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await inBrowser.leave(page);
  });

  test.each<[string, (route: Route) => Promise<void>]>([
    ['does not answer', (route) => route.abort('connectionrefused')],
    ['fails', (route) => route.fulfill({ status: 500, json: { error: 'Something failed.' } })],
  ])('after a service that %s, the page calls no password wrong and offers another try', async (_, answer) => {
    const page = await inBrowser.open('/sign-in', { isOutside: true });
    await page.getByLabel('E-mail').fill('  member@acme.example ');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.route(/sign-in\/email/, answer);
    await button(page, 'Sign in').click();
    await page.getByText('You could not be signed in.').waitFor();
    expect(await page.getByText('password is wrong').count()).toBe(0);
    await page.unroute(/sign-in\/email/);
    await button(page, 'Sign in').click();
    await page.waitForURL(/\/overview/);
    await inBrowser.leave(page);
  });

  test('whose session ended in the middle of a change signs in and comes back', async () => {
    const page = await open('/members');
    await button(page, 'Invite').click();
    await page.route(/members\.invite/, (route) => route.fulfill({ status: 401, json: failure('UNAUTHORIZED', 401) }));
    await button(page, 'Make the link').click();
    await page.waitForURL(/\/sign-in\?back=%2Fmembers/);
    await inBrowser.leave(page);
  });

  test('a page that could not be loaded appears once the service answers again', async () => {
    const page = await open('/members');
    await page.route(/session\.me/, (route) =>
      route.fulfill({ status: 500, json: failure('INTERNAL_SERVER_ERROR', 500) }),
    );
    await page.reload();
    await page.getByText('This page could not be shown').waitFor();
    await page.unroute(/session\.me/);
    await button(page, 'Try again').click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await inBrowser.leave(page);
  });

  test('a slow service shows no empty page', async () => {
    const page = await open('/account');
    const known = Promise.withResolvers<void>();
    await page.route(/session\.me/, async (route) => {
      await known.promise;
      await route.continue();
    });
    await page.route(/rehearsal\.state/, () => {});
    await page.reload();
    const waiting = page.locator('[aria-busy=true] .mantine-Skeleton-root').first();
    await waiting.waitFor();
    const moves = await page.evaluate(
      `getComputedStyle(document.querySelector('.mantine-Skeleton-root'), '::after').animationName`,
    );
    expect(moves, 'where less motion is wanted').toBe('none');
    known.resolve();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    await waiting.waitFor();
    await inBrowser.leave(page);
  });

  test('codes for a lost phone stay until they are stored', async () => {
    const member = new Person(inBrowser.company.url);
    await member.signIn('member@acme.example', PASSWORD);
    const page = await inBrowser.open('/account', { as: member });
    const card = page.getByRole('region', { name: 'Second factor' });
    await card.locator('input[type=password]').fill(PASSWORD);
    await card.getByRole('button', { name: 'Turn it on' }).click();
    const secret = await card.getByRole('region', { name: 'The secret', exact: true }).textContent();
    const [around, copy] = await Promise.all([card, button(page, 'Copy secret')].map((one) => one.boundingBox()));
    expect(copy!.x + copy!.width, 'a long secret leaves its button in the card').toBeLessThan(
      around!.x + around!.width,
    );
    const drawing = card.getByRole('img', { name: /to scan/ });
    expect(await scanned(drawing)).toContain(`secret=${secret}&`);
    await card.getByRole('textbox').first().focus();
    await page.keyboard.type(codeOf(secret ?? ''));
    await card.getByText('On', { exact: true }).waitFor();
    expect((await card.getByRole('region', { name: 'Recovery codes' }).textContent())?.length).toBeGreaterThan(50);
    await card.getByRole('button', { name: 'I have stored them' }).click();
    await card.getByRole('button', { name: 'Turn it off' }).waitFor();
    await inBrowser.leave(page);
  });

  test('a file that was refused can be chosen again once it is put right', async () => {
    const page = await open('/sheets');
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Import').click();
      await (await chooser).setFiles({ name: 'Contested.xlsx', mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    await choose('no workbook');
    await page.getByText('The file was not imported').waitFor();
    const input = page.locator('input[type=file]').first();
    expect(await input.inputValue()).toContain('Contested');
    await input.dispatchEvent('click');
    expect(await input.inputValue(), 'the same name is a change again').toBe('');
    await inBrowser.leave(page);
  });

  test('a verb is pressed once, however often its keys are', async () => {
    const page = await open('/members');
    const sent: string[] = [];
    await page.route(/members\.invite/, async (route) => {
      sent.push(route.request().url());
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await button(page, 'Invite').click();
    await page.getByRole('dialog').waitFor();
    for (let count = 0; count < 4; count++) await page.keyboard.press('Control+Enter');
    const link = page.getByRole('region', { name: 'The link', exact: true });
    await link.waitFor();
    expect(sent).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    expect(await link.isVisible(), 'shown this once, so Esc does not lose it').toBe(true);
    await inBrowser.leave(page);
  });

  test('a refused e-mail is refused in words', async () => {
    const page = await open('/members');
    await button(page, 'Invite').click();
    await page.getByLabel('E-mail').fill('nobody');
    await button(page, 'Make the link').click();
    const told = page.getByRole('dialog').getByRole('alert');
    await told.getByText('email is no e-mail address').waitFor();
    expect(await told.textContent()).not.toContain('{');
    await inBrowser.leave(page);
  });

  test('a reader of earlier entries keeps them while new ones arrive', async () => {
    for (let count = 0; count < 60; count++) await makeKey(`one of many ${count}`);
    const page = await open('/activity');
    const rows = page.getByRole('row').filter({ has: page.locator('time') });
    await expect.poll(() => rows.count()).toBe(50);
    await button(page, 'Show earlier entries').click();
    await expect.poll(() => rows.count()).toBeGreaterThan(60);
    await page.clock.setFixedTime(new Date(inBrowser.company.now.getTime() + 180_000));
    await page.waitForResponse(/activity\.list/);
    await page.waitForResponse(/activity\.list/);
    await isComplete(page);
    expect(await rows.count()).toBeGreaterThan(60);
    await inBrowser.leave(page);
  });

  test.each([360, 1440])('a name of a hundred letters leaves room for what can be done, at %s px', async (width) => {
    const name = `${width} ${'W'.repeat(90)}`;
    await makeKey(name);
    const page = await open('/keys', width);
    const menu = await button(page, `What to do with ${name}`).boundingBox();
    expect(menu!.x + menu!.width).toBeLessThan(width - 16);
    await inBrowser.leave(page);
  });

  test('live beside the sandbox is never called free', async () => {
    const { home } = inBrowser.company;
    await home.connections.put({
      workspaceId: inBrowser.company.acme,
      channel: 'video',
      mode: 'live',
      credentials: { access_token: 'x'.repeat(20) },
    });
    home.directory.refresh();
    const page = await open('/members');
    const band = page.getByRole('note', { name: 'Sandbox' });
    await band.getByText('Sandbox and live').waitFor();
    expect(await band.textContent()).not.toContain('Nothing here');
    await inBrowser.leave(page);
  });
});

const failure = (code: string, httpStatus: number) => {
  const error = { message: 'The service said no.', code: -32000, data: { code, httpStatus } };
  return [{ error }];
};

/** What a phone would read: four pixels for each module of the drawing. */
async function scanned(drawing: Locator): Promise<string> {
  const modules = Number((await drawing.getAttribute('viewBox'))?.split(' ').at(-1));
  const dark = await drawing.locator('path').getAttribute('d');
  const width = modules * 4;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of dark?.matchAll(/M(\d+) (\d+)/g) ?? [])
    for (let row = 0; row < 4; row++) {
      const start = ((Number(y) * 4 + row) * width + Number(x) * 4) * 4;
      for (let at = start; at < start + 16; at++) if (at % 4 < 3) data[at] = 0;
    }
  return decodeQR({ width, height: width, data });
}
