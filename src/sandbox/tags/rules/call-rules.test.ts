import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../ambient.ts';
import { OAuthStore } from '../../oauth.ts';
import { ALL_SCOPES, SCOPE_PREFIX } from '../access.ts';
import { C1, startTags, type TagsSandbox, W1 } from '../calls.testing.ts';
import { HOLDING } from '../seed/agency.ts';
import { READ_ONLY_TOKEN, USERS } from '../seed.ts';
import { exportOf } from './export.ts';
import { PER_DAY, PER_MINUTE } from './quota.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());

const GOOGLE_TAG = 'accounts/6001000001/containers/7003';
const NOT_FOUND = { code: 404, message: 'Not found or permission denied.' };

/** A container that does not exist: where a scope allows the call, the answer is "not found". */
const NOWHERE = 'accounts/1/containers/2';
const READING = 'readonly edit.containers';

const SCOPES_OF = [
  ['GET', 'accounts/1', `${READING} manage.accounts`],
  ['PUT', 'accounts/1', 'manage.accounts'],
  ['GET', 'accounts/1/user_permissions', 'manage.users'],
  ['DELETE', 'accounts/1/user_permissions/3', 'manage.users'],
  ['GET', NOWHERE, READING],
  ['POST', 'accounts/1/containers', 'edit.containers'],
  ['DELETE', NOWHERE, 'delete.containers'],
  ['GET', `${NOWHERE}/workspaces/3/status`, READING],
  ['PUT', `${NOWHERE}/workspaces/3`, 'edit.containers'],
  ['DELETE', `${NOWHERE}/workspaces/3`, 'delete.containers'],
  ['POST', `${NOWHERE}/workspaces/3:sync`, 'edit.containers'],
  ['POST', `${NOWHERE}/workspaces/3/bulk_update`, 'edit.containers'],
  ['POST', `${NOWHERE}/workspaces/3:resolve_conflict`, 'edit.containers'],
  ['POST', `${NOWHERE}/workspaces/3:quick_preview`, 'edit.containerversions'],
  ['POST', `${NOWHERE}/workspaces/3:create_version`, 'edit.containerversions'],
  ['GET', `${NOWHERE}/workspaces/3/tags`, READING],
  ['POST', `${NOWHERE}/workspaces/3/folders/4:entities`, READING],
  ['DELETE', `${NOWHERE}/workspaces/3/tags/4`, 'edit.containers'],
  ['POST', `${NOWHERE}/workspaces/3/tags/4:revert`, 'edit.containers'],
  ['PUT', `${NOWHERE}/versions/3`, 'edit.containerversions'],
  ['DELETE', `${NOWHERE}/versions/3`, 'edit.containerversions'],
  ['POST', `${NOWHERE}/versions/3:undelete`, 'edit.containerversions'],
  ['POST', `${NOWHERE}/versions/3:set_latest`, 'edit.containers'],
  ['POST', `${NOWHERE}/versions/3:publish`, 'publish'],
  ['POST', `${NOWHERE}/environments`, 'edit.containers'],
  ['POST', `${NOWHERE}/environments/3:reauthorize`, 'publish'],
];

function tokenWith(scope: string): string {
  const token = `ya29.only-${scope}-${tags.world.now()}`;
  const permit = { clientId: 'any', subject: USERS.marketing, scopes: [SCOPE_PREFIX + scope] };
  const times = { issuedAt: tags.world.now(), expiresAt: null };
  new OAuthStore(tags.world.db, 'tags').saveToken({ ...permit, ...times, token, kind: 'access' });
  return token;
}

async function refusal(...args: Parameters<TagsSandbox['call']>) {
  const { status, body } = await tags.call(...args);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.error.code).toBe(status);
  return body.error;
}

describe('who calls', () => {
  test('rule 1: a token that is unknown or over its time is refused', async () => {
    const unknown = await tags.send('GET', 'accounts', 'ya29.made-up');
    expect(unknown).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    const token = await tags.token();
    tags.advance(2 * HOUR_MS);
    expect(await tags.send('GET', 'accounts', token)).toMatchObject({ status: 401 });
  });

  test.each([
    ['GET', `${C1}/versions:live`, 200],
    ['POST', `${W1}/tags`, 403],
    ['DELETE', W1, 403],
    ['POST', `${W1}:create_version`, 403],
    ['POST', `${C1}/versions/12:publish`, 403],
    ['POST', `${C1}/versions/12:set_latest`, 403],
    ['GET', 'accounts/6001000001/user_permissions', 403],
    ['PUT', 'accounts/6001000001', 403],
  ])('rule 2: with the scope of reading alone, %s %s is answered %i', async (method, path, status) => {
    tags.advance(5 * SECOND_MS);
    const reply = await tags.send(
      method,
      path,
      await tags.token('marketing', READ_ONLY_TOKEN),
      method === 'GET' ? undefined : {},
    );
    expect(reply.status).toBe(status);
    if (status === 200) return;
    expect(reply.body.error).toMatchObject({
      message: 'Request had insufficient authentication scopes.',
      errors: [{ domain: 'global', reason: 'insufficientPermissions' }],
      status: 'PERMISSION_DENIED',
    });
  });

  test.each(SCOPES_OF)('rule 2: %s %s is opened by %s and by nothing else', async (method, path, opening) => {
    const opened: string[] = [];
    for (const scope of ALL_SCOPES.map((one) => one.slice(SCOPE_PREFIX.length))) {
      tags.advance(5 * SECOND_MS);
      const { body } = await tags.send(method, path, tokenWith(scope), method === 'GET' ? undefined : {});
      if (body.error.errors[0].reason !== 'insufficientPermissions') opened.push(scope);
    }
    expect(opened.join(' ')).toBe(opening);
  });

  test('rule 3: approving makes versions and publishes none', async () => {
    const account = 'accounts/6001000001/user_permissions';
    const { userPermission } = await tags.ask('GET', account);
    const editor = userPermission.find(({ emailAddress }: { emailAddress: string }) => /editor/.test(emailAddress));
    const raised = [{ containerId: '7001', permission: 'approve' }];
    await tags.ask('PUT', editor.path, { ...editor, containerAccess: raised });
    expect((await tags.call('POST', `${W1}:quick_preview`, {}, 'editor')).status).toBe(200);
    expect((await tags.call('POST', `${C1}/versions/13:set_latest`, {}, 'editor')).status).toBe(200);
    expect((await tags.call('POST', `${C1}/versions/13:publish`, {}, 'editor')).status).toBe(403);
    await tags.ask('PUT', editor.path, editor);
  });

  test.each([
    ['analyst', 'GET', `${W1}/tags`, 200],
    ['analyst', 'DELETE', W1, 403],
    ['analyst', 'POST', `${W1}/folders`, 403],
    ['editor', 'POST', `${W1}/folders`, 200],
    ['editor', 'POST', `${W1}:create_version`, 403],
    ['editor', 'POST', `${C1}/versions/12:publish`, 403],
    ['editor', 'GET', 'accounts/6001000001/containers/7002', 404],
    ['tokyo', 'GET', C1, 404],
  ] as const)('rule 3: %s, %s %s is answered %i', async (who, method, path, status) => {
    const { status: answered } = await tags.call(method, path, method === 'POST' ? { name: 'F' } : undefined, who);
    expect(answered).toBe(status);
  });

  test('rule 4: a wrong id, the id of another kind and a lack of access cannot be told apart', async () => {
    const folder = await tags.ask('GET', `${W1}/folders`);
    const { folderId } = folder.folder[0];
    expect(await refusal('GET', `${W1}/zones/${folderId}`)).toMatchObject(NOT_FOUND);
    expect(await refusal('GET', `${W1}/tags/999`)).toMatchObject(NOT_FOUND);
    expect(await refusal('GET', C1, undefined, 'tokyo')).toMatchObject(NOT_FOUND);
    expect(await refusal('GET', 'accounts/containers:lookup?tagId=GTM-ACME001', undefined, 'tokyo')).toMatchObject(
      NOT_FOUND,
    );
  });

  test('rule 11: an account is changed, and people are let in, by its administrators', async () => {
    const account = 'accounts/6001000001';
    expect(await refusal('PUT', account, { name: 'Mine' }, 'editor')).toMatchObject({ code: 403 });
    expect(await refusal('GET', `${account}/user_permissions`, undefined, 'editor')).toMatchObject({ code: 403 });
    const access = {
      accountAccess: { permission: 'user' },
      containerAccess: [{ containerId: '7001', permission: 'read' }],
    };
    const made = await tags.ask('POST', `${account}/user_permissions`, {
      emailAddress: 'tokyo@acme.example',
      ...access,
    });
    expect((await tags.call('GET', C1, undefined, 'tokyo')).status).toBe(200);
    const again = { emailAddress: 'tokyo@acme.example', ...access };
    expect(await refusal('POST', `${account}/user_permissions`, again), 'let in once').toMatchObject({ code: 400 });
    await tags.ask('DELETE', made.path);
    expect((await tags.call('GET', C1, undefined, 'tokyo')).status).toBe(404);
  });
});

describe('what is called', () => {
  test('rule 5: lists go by pages, under a singular key that is absent when there is nothing', async () => {
    expect(await tags.ask('GET', `${W1}/zones`)).toEqual({});
    const path = `accounts/${HOLDING.account}/containers`;
    const first = await tags.ask('GET', path, undefined, 'agency');
    const second = await tags.ask('GET', `${path}?pageToken=${first.nextPageToken}`, undefined, 'agency');
    const third = await tags.ask('GET', `${path}?pageToken=${second.nextPageToken}`, undefined, 'agency');
    expect([first, second, third].map(({ container }) => container.length)).toEqual([50, 50, HOLDING.containers - 100]);
    expect(third.nextPageToken).toBeUndefined();
    const stray = await refusal('GET', `accounts?pageToken=${first.nextPageToken}`, undefined, 'agency');
    expect(stray).toMatchObject({ code: 400 });
  });

  test('rule 8: unknown names and values of a wrong kind are refused', async () => {
    expect((await refusal('GET', `${W1}/tags?limit=5`)).message).toContain('Unknown name "limit"');
    expect((await refusal('POST', `${W1}/tags`, { nmae: 'X' })).message).toContain('Unknown name "nmae"');
    expect((await refusal('POST', `${W1}/tags`, { name: 7 })).message).toBe(
      `Invalid value at 'tag.name' (TYPE_STRING), 7`,
    );
    expect((await refusal('POST', `${W1}/tags`, [])).code).toBe(400);
    const nested = { name: 'X', type: 'html', parameter: [{ type: 'template', kye: 'html' }] };
    expect((await refusal('POST', `${W1}/tags`, nested)).message).toContain(`"kye" at 'tag.parameter[0]'`);
  });

  test.each([
    null,
    'text',
    { name: null, type: null },
    { name: 'X', type: 'html', parameter: [null] },
    { name: 'X', type: 'html', parameter: {} },
    { name: 'X', type: 'html', firingTriggerId: '1' },
    { name: 'X', type: 'html', firingTriggerId: [1] },
    { name: 'X', type: 'html', scheduleStartMs: 'soon' },
    { name: 'X', type: 'constructor' },
    JSON.parse('{"__proto__": {"name": "X"}}'),
  ])('rule 8: the body %j is a mistake of the caller', async (body) => {
    expect((await refusal('POST', `${W1}/tags`, body)).code).toBe(400);
    expect((await refusal('POST', `${W1}/bulk_update`, { changes: [body] })).code).toBe(400);
    expect((await refusal('POST', `${W1}/bulk_update`, { changes: [{ changeStatus: 'added', tag: body }] })).code).toBe(
      400,
    );
  });

  test('rule 8: a body that is nested without end is refused', async () => {
    let parameter: object = { type: 'list' };
    for (let depth = 0; depth < 500; depth++) parameter = { type: 'list', list: [parameter] };
    const refused = await refusal('POST', `${W1}/tags`, { name: 'Deep', type: 'html', parameter: [parameter] });
    expect(refused.message).toMatch(/^Message too deep/);
  });

  test('rule 9: an export has enums in capitals, and the API refuses them', async () => {
    const version = await tags.ask('GET', `${C1}/versions:live`);
    const content = {
      ...Object.fromEntries(
        ['zone', 'client', 'transformation', 'gtagConfig', 'customTemplate'].map((key) => [key, []]),
      ),
      ...version,
    };
    const file = exportOf({ ...version.container, latest: '13' }, { ...version, content }, 0) as {
      containerVersion: typeof version;
    };
    const { trigger, tag } = file.containerVersion;
    expect(trigger[0]).toMatchObject({
      type: 'CUSTOM_EVENT',
      customEventFilter: [{ type: 'EQUALS', parameter: [{ type: 'TEMPLATE' }, {}] }],
    });
    expect(tag[0]).toMatchObject({
      type: 'googtag',
      tagFiringOption: 'ONCE_PER_EVENT',
      parameter: [{ type: 'TEMPLATE' }],
    });
    const { name, type, customEventFilter } = trigger[0];
    const refused = await refusal('POST', `${W1}/triggers`, { name: `${name} 2`, type, customEventFilter });
    expect(refused.message).toBe(`Invalid value at 'trigger.type' (TYPE_ENUM), "CUSTOM_EVENT"`);
    const option = { name: 'X', type: 'html', tagFiringOption: 'ONCE_PER_LOAD' };
    expect((await refusal('POST', `${W1}/tags`, option)).code).toBe(400);
  });

  test('rule 10: a Google tag supports hardly anything, and a website no clients', async () => {
    const found = await tags.ask('GET', 'accounts/containers:lookup?tagId=G-ACME00001');
    expect(Object.values(found.features)).not.toContain(true);
    for (const part of ['workspaces', 'versions:live', 'environments'])
      expect(await refusal('GET', `${GOOGLE_TAG}/${part}`)).toMatchObject({ code: 400 });
    expect(await refusal('GET', `${W1}/clients`)).toMatchObject({ code: 400 });
    const listed = await tags.ask('GET', 'accounts/6001000001/containers');
    expect(listed.container).toHaveLength(2);
    expect((await tags.ask('GET', 'accounts/6001000001/containers?includeGoogleTags=true')).container).toHaveLength(3);
  });
});

describe('how often', () => {
  beforeEach(() => tags.advance(2 * MINUTE_MS));
  const calls = async (count: number, who: 'marketing' | 'analyst' = 'marketing') => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await tags.callAtOnce('GET', 'accounts', undefined, who)).status);
    return statuses;
  };

  test('rule 6: a user makes 15 calls in any minute, apart from the calls of other users', async () => {
    expect(await calls(PER_MINUTE)).toEqual(Array(15).fill(200));
    tags.advance(30 * SECOND_MS);
    const over = await tags.callAtOnce('GET', 'accounts');
    expect(over.status).toBe(429);
    expect(over.headers.get('retry-after')).toBeNull();
    expect(over.body.error).toMatchObject({
      message: expect.stringMatching(
        /^Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'tagmanager.googleapis.com' for consumer 'project_number:\d+'/,
      ),
      status: 'RESOURCE_EXHAUSTED',
    });
    expect(await calls(1, 'analyst')).toEqual([200]);
    await tags.turn('quota_status', '403');
    const documented = await tags.callAtOnce('GET', 'accounts');
    expect(documented).toMatchObject({ status: 403, body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } } });
    await tags.turn('quota_status', '429');
    tags.advance(30 * SECOND_MS);
    expect(await calls(16)).toEqual([...Array(15).fill(200), 429]);
  });

  test('rule 7: a project makes 10,000 calls a day', async () => {
    const { Quota } = await import('./quota.ts');
    const quota = new Quota();
    const day = Date.parse('2026-11-15T08:00:00Z');
    let refused: string | undefined;
    for (let n = 0; n < PER_DAY; n++) refused ??= quota.take({ email: `${n % 40}`, clientId: 'p' }, day + n * 100);
    expect(refused).toBeUndefined();
    expect(quota.take({ email: 'x', clientId: 'p' }, day + 20 * HOUR_MS)).toBe('day');
    expect(quota.take({ email: 'x', clientId: 'other' }, day + 20 * HOUR_MS)).toBeUndefined();
    expect(quota.take({ email: 'x', clientId: 'p' }, day + 24 * HOUR_MS)).toBeUndefined();
    const later = day + 48 * HOUR_MS;
    for (let n = 0; n < PER_MINUTE; n++) quota.take({ email: 'y', clientId: 'q' }, later);
    expect(quota.take({ email: 'y', clientId: 'q' }, later)).toBe('minute');
    expect(quota.take({ email: 'y', clientId: 'q' }, later - HOUR_MS), 'a clock that is set back').toBeUndefined();
  });
});
