import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, requests, service, workspaceNamed } = sandboxed('social');

test('tells the state of the token without telling the token, and asks the platform only once', async () => {
  const first = await call('get_token_info');
  expect(first).toMatchObject({
    token: { status: 'valid', kind: 'SYSTEM_USER', expires_at: null },
    missing_scopes: [],
    configuration: { mode: 'sandbox', api_version: 'v26.0', app_secret_configured: true },
    cached: false,
  });
  const second = await call('get_token_info');
  expect(second).toEqual({ ...first, cached: true });
  expect((await requests()).filter(({ path }) => path.endsWith('/debug_token'))).toHaveLength(1);
  expect(JSON.stringify(first)).not.toMatch(/EAA\w{10}/);
});

test('a permission the token lacks is named with the tools of this channel that need it', async () => {
  const [{ id: system_user_id }] = (await call('list_system_users')).system_users;
  const { access_token } = await call('generate_system_user_token', { system_user_id, scopes: ['ads_read'] });
  const workspaceId = await service().workspaceId('Acme Japan');
  const { connections } = service().home;
  const { id } = (await connections.get(workspaceId, 'social'))!;
  await connections.saveCredentials(id, { ...(await connections.credentials(id)), access_token });
  const { missing_scopes } = await call('get_token_info', { workspaceId });
  const tools = Object.fromEntries(
    missing_scopes.map((one: { scope: string; tools: string[] }) => [one.scope, one.tools]),
  );
  expect(Object.keys(tools).sort()).toEqual([
    'ads_management',
    'business_management',
    'leads_retrieval',
    'pages_manage_ads',
    'pages_read_engagement',
    'pages_show_list',
  ]);
  expect(tools.pages_show_list).toEqual(['list_pages']);
  expect(tools.ads_management).toContain('create_social_ad');
});

test('a token the platform does not know is invalid, and the advice is to reconnect', async () => {
  const { connections } = service().home;
  const { id } = (await connections.get(await workspaceNamed('Acme Japan'), 'social'))!;
  await connections.saveCredentials(id, { ...(await connections.credentials(id)), access_token: 'EAAunknown' });
  const { token, recommendations } = await call('get_token_info', {
    workspaceId: await workspaceNamed('Acme Japan'),
  });
  expect(token).toMatchObject({ status: 'invalid', problem: expect.any(String) });
  expect(recommendations[0]).toContain('Reconnect');
});
