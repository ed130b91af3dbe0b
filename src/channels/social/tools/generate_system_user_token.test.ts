import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const { call, refusal, service } = sandboxed('social');

async function admin(): Promise<string> {
  const { system_users } = await call('list_system_users');
  return system_users.find(({ role }: { role: string }) => role === 'ADMIN').id;
}

test('makes a token that ends in sixty days with ads_management, unless told otherwise', async () => {
  const system_user_id = await admin();
  const usual = await call('generate_system_user_token', { system_user_id });
  expect(usual.scopes).toEqual(['ads_management']);
  expect(Math.round((Date.parse(usual.expires_at) - Date.now()) / DAY_MS)).toBe(60);
  const lasting = await call('generate_system_user_token', {
    system_user_id,
    scopes: ['ads_read'],
    expiring_token: false,
  });
  expect(lasting).toMatchObject({ expires_at: null, scopes: ['ads_read'] });
});

test('the token is in the answer and nowhere else: not in the log, not in the audit log', async () => {
  const { access_token } = await call('generate_system_user_token', { system_user_id: await admin() });
  expect(access_token.length).toBeGreaterThan(20);
  expect(service().logged()).not.toContain(access_token);
  const rows = await service().home.store.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(rows)).toContain('generate_system_user_token');
  expect(JSON.stringify(rows)).not.toContain(access_token);
});

test('says that there is no such system user', async () => {
  expect(await refusal('generate_system_user_token', { system_user_id: '42' })).toMatchObject({ code: 'not_found' });
});
