import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realAmbient } from '../../src/ambient.ts';
import { storedSends } from '../../src/store/stored-sends.ts';
import { findChromium } from '../chromium.ts';
import { tellOfSales } from '../example-conversions.ts';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';
import { type Browser, ownerOf } from '../web/browser.ts';
import { invited } from '../web/people.ts';
import { lookAtAllSizes, picture } from './all-sizes.ts';
import { violations } from './axe.ts';
import { isComplete, openWindows, type Windows } from './windows.ts';

describe.skipIf(!findChromium())('conversions in a browser (needs Chromium)', () => {
  let service: TestService;
  let workspaceId: string;
  let windows: Windows;
  let people: { owner: Browser; viewer: Browser };
  beforeAll(async () => {
    // A call that waits for a platform's pace lets that time pass at once.
    const { ambient, sleep } = passingTime();
    service = await startTestService({ ambient, sleep, fewAccounts: true });
    workspaceId = await service.workspaceId('Acme');
    const owner = await ownerOf(service);
    people = { owner, viewer: await invited(owner, 'viewer@acme.example', 'viewer') };
    windows = await openWindows();
  }, 300_000);
  afterAll(async () => {
    await windows?.close();
    await service?.close();
  });

  async function open(person: Browser = people.owner) {
    const page = await windows.open(`${service.url}/conversions?workspace=${workspaceId}`, { as: person, width: 1280 });
    await isComplete(page);
    return page;
  }

  /** So many sales, of which every tenth was refused and the last one's answer was lost. */
  async function put(count: number): Promise<void> {
    await service.home.store.db.deleteFrom('conversion_sends').execute();
    const sends = storedSends(service.home.store, realAmbient, workspaceId);
    const entry = (at: number) => ({
      ...{ eventId: `ord-${at}`, event: 'purchase', happenedAt: Date.now(), source: 'web' },
      value: { amount: '184', currency: 'USD' },
    });
    const entries = Array.from({ length: count }, (_, at) => entry(at));
    for (const channel of ['social', 'video']) {
      const place = { channel, account: '1', destination: '2', isTest: false };
      await sends.claim(place, entries, undefined);
      const outcome = (at: number) => {
        if (at % 10 === 1) return { state: 'refused', field: 'happened_at', why: 'is older than 7 days' } as const;
        return at === count - 1
          ? ({ state: 'unknown', why: 'The connection was cut.' } as const)
          : { state: 'sent' as const };
      };
      await sends.settle(
        place,
        entries.map(({ eventId }, at) => ({ eventId, ...outcome(at) })),
      );
    }
  }

  test.each([1, 105, 1_000])('%s events at all widths; earlier ones on request', async (count) => {
    await put(count);
    const page = await open();
    const rows = page.locator('[data-row]');
    const earlier = page.getByRole('button', { name: 'Show earlier events' });
    await expect.poll(() => rows.count()).toBe(Math.min(count, 200));
    for (let shown = 200; shown < count; shown += 200) {
      await earlier.click();
      await expect.poll(() => rows.count()).toBe(Math.min(count, shown + 200));
    }
    expect(await earlier.count()).toBe(0);
    await lookAtAllSizes(page, `conversions-${count}`, { axe: false });
    await windows.leave(page);
  });

  test('filters say how many they would list, an event opens with what is kept, arrows walk on', async () => {
    await put(21);
    const page = await open();
    await page.getByText('Refused 2').click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(2);
    await page
      .getByRole('button', { name: /^\d\d:\d\d$/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('is older than 7 days').first().waitFor();
    await drawer.getByText('happened_at').first().waitFor();
    await picture(page, 'conversions-drawer');
    expect(await violations(page)).toEqual([]);
    const name = await drawer.getAttribute('aria-label');
    await drawer.getByRole('button', { name: 'Next event' }).click();
    await expect.poll(() => page.getByRole('dialog').getAttribute('aria-label')).not.toBe(name);
    await page.keyboard.press('Escape');
    await page.getByText('Unknown 1').click();
    await page
      .getByText('ord-20 at Social: The connection was cut.')
      .or(page.getByText('ord-20 at Video: The connection was cut.'))
      .waitFor();
    await windows.leave(page);
  });

  test('a test event: asked first where it counts, then what the platform said', async () => {
    await service.home.store.db.deleteFrom('conversion_sends').execute();
    const page = await open();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Social counts test events like all others').waitFor();
    await dialog.getByLabel('Test code').fill('TEST1234');
    const send = dialog.getByRole('button', { name: /^Send, it counts/ });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel('Send it all the same').check();
    await picture(page, 'conversions-test-event');
    expect(await violations(page)).toEqual([]);
    await send.click();
    await dialog.getByRole('status').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('test, counts').waitFor();
    await windows.leave(page);
  });

  test('leads come without persons; one is shown for a reason that is on record, and one is forgotten', async () => {
    const place = { channel: 'social', account: '1001000000000001' };
    const lead = (n: number) => ({
      ...{ id: `77${n}`, form_id: '900', campaign_id: '120', submitted_at: Date.now() - n * 60_000, is_test: false },
      answers: [
        { field: 'full_name', values: [`Robin Canary ${n}`] },
        { field: 'email', values: [`robin${n}@canary.example`] },
      ],
    });
    const leads = Array.from({ length: 9 }, (_, n) => lead(n));
    await service.home.leads.keep({ workspaceId, mode: 'sandbox' }, place, leads);
    const page = await open();
    const card = page.getByRole('region', { name: 'Who wants to be called?' });
    await card.getByText('770', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('Canary');
    await lookAtAllSizes(page, 'conversions-leads', { axe: false });
    await page.setViewportSize({ width: 1440, height: 900 });
    await card.getByRole('button', { name: 'Show one person' }).click();
    const dialog = page.getByRole('dialog');
    const show = dialog.getByRole('button', { name: /^Show for 60 s/ });
    expect(await show.isDisabled()).toBe(true);
    await dialog.getByLabel('Why').fill('calls back about the fitting');
    await picture(page, 'conversions-show-person');
    expect(await violations(page)).toEqual([]);
    await show.click();
    await dialog.getByText('Robin Canary 0').waitFor();
    await dialog.getByText(/^Hidden again in \d+ s$/).waitFor();
    await dialog.getByRole('button', { name: 'Hide' }).click();
    await expect.poll(() => page.content()).not.toContain('Canary');
    const { entries } = await people.owner.api.activity.list.query({ workspaceIds: [workspaceId] });
    const shown = entries.find(({ tool }) => tool === 'leads.show');
    expect(JSON.stringify(shown)).toContain('calls back about the fitting');

    await card.getByRole('button', { name: 'Forget one person' }).click();
    await dialog.getByLabel('E-mail that the person gave').fill('robin0@canary.example');
    await picture(page, 'conversions-forget-person');
    await dialog.getByRole('button', { name: 'Forget' }).click();
    await dialog.getByText('1 lead erased here.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await card.getByText('770', { exact: true }).waitFor({ state: 'detached' });
    await card.getByText('771', { exact: true }).waitFor();
    await windows.leave(page);
  });

  test('a file: columns found and changed, a dry run by row and field, sent, and its result', async () => {
    const page = await open();
    const at = new Date(Date.now() - 3_600_000).toISOString();
    const rows = Array.from({ length: 4 }, (_, n) => `file-${n},${at},person${n}@example.com,${n + 1}.50`);
    const text = ['Order ID,Bought,E-Mail,Total', ...rows, 'file-x,17/11/26,x@example.com,3'].join('\n');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'crm-november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('happened at has no column').waitFor();
    await dialog.getByLabel('What “Bought” is taken for').click();
    await page.getByRole('option', { name: 'happened at' }).click();
    await dialog.getByLabel('Event of all rows').click();
    await page.getByRole('option', { name: 'Sale' }).click();
    // A column that is named afterwards takes the place of the value for all rows.
    await dialog.getByLabel('What “E-Mail” is taken for').click();
    await page.getByRole('option', { name: 'event', exact: true }).click();
    await dialog.getByLabel('Event of all rows').waitFor({ state: 'detached' });
    expect(await dialog.getByText('leave one out').count()).toBe(0);
    await dialog.getByLabel('What “E-Mail” is taken for').click();
    await page.getByRole('option', { name: 'person: email', exact: true }).click();
    await dialog.getByLabel('Event of all rows').click();
    await page.getByRole('option', { name: 'Sale' }).click();
    await dialog.getByLabel('Currency of all rows').fill('usd');
    await dialog.getByLabel('Currency of all rows').blur();
    for (const channel of ['Search', 'Video', 'Professional']) await dialog.getByLabel(channel).uncheck();
    await dialog.getByLabel('Where they happened').click();
    await page.getByRole('option', { name: 'In a shop' }).click();
    const send = dialog.getByRole('button', { name: /^Send 5 rows/ });
    await expect.poll(() => send.isEnabled()).toBe(true);
    const zone = dialog.getByLabel('Zone of times without one');
    await zone.fill('Mars/Olympus');
    await zone.blur();
    await dialog.getByText('is no time zone such as Europe/Berlin').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await picture(page, 'conversions-import-refused');
    await zone.fill('Europe/Berlin');
    await zone.blur();
    await expect.poll(() => send.isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    await dialog.getByText('4 can be sent, 1 refused. Nothing was sent.').waitFor();
    await dialog.getByText(/^Row 6 file-x happened_at must be a time/).waitFor();
    await lookAtAllSizes(page, 'conversions-import-dialog');
    await page.setViewportSize({ width: 1280, height: 900 });
    await send.click();
    const card = page.getByRole('region', { name: 'Import crm-november.csv' });
    await card.getByText('row 5 of 5 · 4 taken · 1 refused, by row and field').waitFor();
    await picture(page, 'conversions-import');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('link', { name: 'Result' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('2,file-0,,sent');
    await card.getByRole('button', { name: 'Close' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByText('file-3').first().waitFor();
    await windows.leave(page);
  });

  test('real sends stand in the cards; a viewer looks and sends nothing', async () => {
    await tellOfSales(service, Date.now());
    const page = await open(people.viewer);
    const card = page.getByRole('article', { name: /^Search: Sale by phone/ });
    await card.getByText('Good').waitFor();
    await card.getByText('5', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Send a test event' }).isDisabled()).toBe(true);
    await lookAtAllSizes(page, 'conversions-sales');
    await windows.leave(page);
  });
});
