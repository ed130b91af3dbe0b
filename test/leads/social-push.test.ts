import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { ACCOUNTS, APPS } from '../../src/sandbox/social/seed.ts';
import { sandboxed } from '../sandboxed.ts';

const { service, control, requests, workspaceNamed, advanceClock } = sandboxed('social');
/** Reading goes on after a push was answered. */
const PATIENCE = { timeout: 20_000 };

test('the platform believes our address by its verify token, and its signed push makes us read the leads', async () => {
  const { token, shared } = await service().home.leadAddresses.give(await workspaceNamed('Acme'), 'social', 'test');
  const [{ credentials }] = (await control('/grants')).social;
  const platform = async (path: string, access_token: string, body?: object) => {
    const reply = await fetch(`${service().sandbox.origins.social}/v26.0/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as { access_token: string; data: { active: boolean }[] };
  };
  const page = ACCOUNTS.us.page;
  const app = `${APPS.main.id}|${APPS.main.secret}`;
  const { access_token } = await platform(`${page}?fields=access_token`, credentials.access_token);
  await platform(`${page}/subscribed_apps`, access_token, { subscribed_fields: 'leadgen' });
  const callback_url = `${service().url}/pushes/leads/${token}`;
  await platform(`${APPS.main.id}/subscriptions`, app, { object: 'page', callback_url, verify_token: shared });
  await advanceClock(1000);
  expect((await platform(`${APPS.main.id}/subscriptions`, app)).data).toMatchObject([{ active: true }]);

  const reads = async () => (await requests()).filter(({ path }) => path.endsWith('/leads')).length;
  const before = await reads();
  await advanceClock(2 * DAY_MS);
  await expect.poll(reads, PATIENCE).toBeGreaterThan(before);
});
