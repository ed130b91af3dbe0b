import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { LEAD_PUSH_PATH } from '../../src/auth/lead-addresses.ts';
import { ACCOUNTS, ACME, APP } from '../../src/sandbox/professional/seed.ts';
import { sandboxed } from '../sandboxed.ts';

const { call, walk, control, service, requests, workspaceNamed, advanceClock, passTime } = sandboxed('professional');

/** The address that the platform is told of, as it would be registered by the app. */
async function address(): Promise<string> {
  const { token } = await service().home.leadAddresses.give(await workspaceNamed('Acme'), 'professional', 'test');
  return `${service().url}${LEAD_PUSH_PATH}${token}`;
}
const readings = async () => (await requests()).filter(({ path }) => path === '/rest/leadFormResponses').length;
const ids = async () =>
  ((await walk('list_leads', 'leads', { limit: 200 })) as { lead_id: string }[]).map((one) => one.lead_id);

test('the address proves itself, and what the platform pushes makes the service look at once', async () => {
  const { origins } = service().sandbox;
  const registered = await fetch(`${origins.professional}/rest/leadNotifications`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ACME.token}`,
      'linkedin-version': '202609',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      webhook: await address(),
      owner: { sponsoredAccount: `urn:li:sponsoredAccount:${ACCOUNTS.us.id}` },
      leadType: 'SPONSORED',
    }),
  });
  expect(registered.status).toBe(201);
  await call('list_leads');
  const before = await readings();
  await passTime(3 * DAY_MS);
  await advanceClock(0);
  const { requests: log } = await control('/requests?platform=professional');
  const pushed = log.filter(({ path }: { path: string }) => path.includes(LEAD_PUSH_PATH));
  expect(pushed.length).toBeGreaterThan(1);
  for (const { status } of pushed) expect(status).toBe(200);
  await vi.waitFor(async () => expect(await readings()).toBeGreaterThan(before), 20_000);
});

test('a deletion erases the lead here; without the proof nothing happens', async () => {
  const oldest = (await ids()).at(-1)!;
  const body = JSON.stringify({
    type: 'LEAD_ACTION',
    leadGenFormResponse: `urn:li:leadGenFormResponse:${oldest}`,
    leadAction: 'DELETED',
  });
  const push = async (secret: string) => {
    const signature = createHmac('sha256', secret).update(`hmacsha256=${body}`).digest('hex');
    const reply = await fetch(await address(), { method: 'POST', headers: { 'x-li-signature': signature }, body });
    return reply.status;
  };
  expect(await push('guessed')).toBe(404);
  expect(await ids()).toContain(oldest);
  expect(await push(APP.secret)).toBe(200);
  expect(await ids()).not.toContain(oldest);
});
