import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../ambient.ts';
import { forTests } from '../for-tests.testing.ts';
import { codesOf, START, startSearch } from './calls.testing.ts';
import { ACCOUNTS, signIn } from './seed.ts';

const sandbox = forTests(() => startSearch());

const QUERY = { query: 'SELECT customer.id FROM customer' };

async function ask(customer: string, { email, login, ...headers }: Record<string, string | undefined> = {}) {
  const token = await sandbox.token(email);
  return sandbox.call('POST', `/v25/customers/${customer}/googleAds:search`, QUERY, {
    authorization: `Bearer ${token}`,
    'login-customer-id': login,
    ...headers,
  });
}

describe('who may use which account', () => {
  test.each([
    ['a manager for its client', ACCOUNTS.america, { login: ACCOUNTS.manager }],
    ['a manager for itself', ACCOUNTS.manager, {}],
    ['a leaf that was given directly, without naming anything', ACCOUNTS.europe, {}],
    [
      'a leaf that was given directly, naming itself',
      ACCOUNTS.japan,
      { email: 'tokyo@acme.example', login: ACCOUNTS.japan },
    ],
    ['somebody who may only read', ACCOUNTS.america, { email: 'analyst@acme.example' }],
  ])('lets in %s', async (_, customer, headers) => {
    const reply = await ask(customer, headers);
    expect(reply.status).toBe(200);
    expect(reply.body.results[0].customer.id).toBe(customer);
    expect(reply.headers.get('request-id')).toMatch(/^[\w-]{22}$/);
  });

  test.each([
    [
      'a client reached through a manager that is not named',
      ACCOUNTS.america,
      {},
      403,
      'authorizationError.USER_PERMISSION_DENIED',
    ],
    [
      'a manager that does not manage the account',
      ACCOUNTS.stranger,
      { login: ACCOUNTS.manager },
      403,
      'authorizationError.USER_PERMISSION_DENIED',
    ],
    [
      'a login account that is below the account',
      ACCOUNTS.manager,
      { login: ACCOUNTS.america },
      403,
      'authorizationError.USER_PERMISSION_DENIED',
    ],
    [
      'another user’s account',
      ACCOUNTS.manager,
      { email: 'tokyo@acme.example' },
      403,
      'authorizationError.USER_PERMISSION_DENIED',
    ],
    ['an account that does not exist', '1234567890', {}, 401, 'authenticationError.CUSTOMER_NOT_FOUND'],
    [
      'a closed account',
      ACCOUNTS.closed,
      { email: 'owner@globex.example' },
      403,
      'authorizationError.CUSTOMER_NOT_ENABLED',
    ],
    ['an id with dashes', '246-801-3579', {}, 400, 'requestError.INVALID_CUSTOMER_ID'],
    [
      'a login id with dashes',
      ACCOUNTS.america,
      { login: '730-144-2586' },
      400,
      'headerError.INVALID_LOGIN_CUSTOMER_ID',
    ],
    [
      'an empty developer token',
      ACCOUNTS.europe,
      { 'developer-token': '' },
      400,
      'requestError.DEVELOPER_TOKEN_PARAMETER_MISSING',
    ],
  ])('keeps out %s', async (_, customer, headers, status, code) => {
    const reply = await ask(customer, headers);
    expect([reply.status, codesOf(reply)]).toEqual([status, [code]]);
  });

  test('lists what a user was given, not what lies below', async () => {
    const names = async (email: string) => {
      const authorization = `Bearer ${await sandbox.token(email)}`;
      return (await sandbox.call('GET', '/v25/customers:listAccessibleCustomers', undefined, { authorization })).body
        .resourceNames;
    };
    expect(await names('marketing@acme.example')).toEqual([
      `customers/${ACCOUNTS.europe}`,
      `customers/${ACCOUNTS.manager}`,
    ]);
    expect(await names('tokyo@acme.example')).toEqual([`customers/${ACCOUNTS.japan}`]);
  });

  test('lets a reader write nothing', async () => {
    const authorization = `Bearer ${await sandbox.token('analyst@acme.example')}`;
    const body = { operations: [{ create: { name: 'x', amountMicros: '1000000' } }] };
    const reply = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.america}/campaignBudgets:mutate`, body, {
      authorization,
      'login-customer-id': undefined,
    });
    expect([reply.status, codesOf(reply)]).toEqual([403, ['authorizationError.ACTION_NOT_PERMITTED']]);
  });

  test('asks a manager for neither metrics nor campaigns', async () => {
    const metrics = await sandbox.search('SELECT customer.id, metrics.clicks FROM customer', ACCOUNTS.manager);
    expect(codesOf(metrics)).toEqual(['queryError.REQUESTED_METRICS_FOR_MANAGER']);
    const budget = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.manager}/campaignBudgets:mutate`, {
      operations: [{ create: {} }],
    });
    expect(codesOf(budget)).toEqual(['requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT']);
  });
});

describe('tokens', () => {
  test('of no kind, of an unknown kind and without the scope are told apart', async () => {
    const reasons = async (authorization: string | undefined) => {
      const reply = await sandbox.call('GET', '/v25/customers:listAccessibleCustomers', undefined, { authorization });
      return [reply.status, reply.body.error.status, reply.body.error.details[0].reason];
    };
    expect(await reasons(undefined)).toEqual([401, 'UNAUTHENTICATED', 'CREDENTIALS_MISSING']);
    expect(await reasons('Bearer ya29.unknown')).toEqual([401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_TYPE_UNSUPPORTED']);
    expect(await reasons('Basic abc')).toEqual([401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_TYPE_UNSUPPORTED']);
  });

  test('last an hour', async () => {
    const authorization = `Bearer ${await sandbox.token()}`;
    const list = () => sandbox.call('GET', '/v25/customers:listAccessibleCustomers', undefined, { authorization });
    sandbox.setNow(START + 3_598_000);
    expect((await list()).status).toBe(200);
    sandbox.setNow(START + HOUR_MS);
    const late = await list();
    sandbox.setNow(START);
    expect([late.status, codesOf(late)]).toEqual([401, ['authenticationError.OAUTH_TOKEN_EXPIRED']]);
  });

  test.each([
    [{ grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{}, 400, 'invalid_request'],
    [{ grant_type: 'refresh_token', client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ grant_type: 'refresh_token', client_id: 'nobody' }, 401, 'invalid_client'],
  ])('are refused for %j', async (form, status, error) => {
    const { client_id, client_secret } = signIn(sandbox.world, 'marketing@acme.example');
    const reply = await fetch(`${sandbox.origin}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: client_id!,
        client_secret: client_secret!,
        ...(form as Record<string, string>),
      }),
    });
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([status, error]);
  });
});

describe('quotas', () => {
  test('count a search once however many pages, each mutate by itself, and end in 429', async () => {
    const { db } = sandbox.world;
    db.exec("UPDATE search_projects SET access_level = 'EXPLORER'");
    const hour = Math.floor(START / HOUR_MS);
    const { client_id } = db.prepare('SELECT client_id FROM search_projects').get() as { client_id: string };
    const used = () => Number(db.prepare('SELECT sum(used) AS used FROM search_quota').get()?.used ?? 0);
    await sandbox.search('SELECT campaign.id FROM campaign');
    expect(used()).toBe(1);
    db.prepare('UPDATE search_quota SET used = 2879 WHERE client_id = ? AND hour = ?').run(client_id, hour);
    const two = {
      operations: [
        { create: { name: 'q1', amountMicros: '1000000' } },
        { create: { name: 'q2', amountMicros: '1000000' } },
      ],
    };
    const reply = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.america}/campaignBudgets:mutate`, two);
    expect([reply.status, codesOf(reply)]).toEqual([429, ['quotaError.RESOURCE_EXHAUSTED']]);
    expect(reply.body.error.details[0].errors[0].details.quotaErrorDetails.retryDelay).toMatch(/^\d+s$/);
    expect((await sandbox.search('SELECT campaign.id FROM campaign')).status).toBe(200);
    expect((await sandbox.search('SELECT campaign.id FROM campaign')).status).toBe(429);
    sandbox.setNow(START + 25 * HOUR_MS);
    const authorization = `Bearer ${await sandbox.token()}`;
    const later = await sandbox.call('POST', `/v25/customers/${ACCOUNTS.america}/googleAds:search`, QUERY, {
      authorization,
    });
    expect(later.status).toBe(200);
    sandbox.setNow(START);
    db.exec("UPDATE search_projects SET access_level = 'STANDARD'");
  });

  test('a project at test level reaches no real account', async () => {
    const { db } = sandbox.world;
    db.exec("UPDATE search_projects SET access_level = 'TEST'");
    const ask25 = await sandbox.search('SELECT customer.id FROM customer');
    const ask24 = await sandbox.call('POST', `/v24/customers/${ACCOUNTS.america}/googleAds:search`, QUERY);
    db.exec("UPDATE search_projects SET access_level = 'STANDARD'");
    expect(codesOf(ask25)).toEqual(['authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION']);
    expect(codesOf(ask24)).toEqual(['authorizationError.ACTION_NOT_PERMITTED']);
  });
});
