import { createHash, randomBytes } from 'node:crypto';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SearchSandbox, startSearch } from '../../src/sandbox/search/calls.testing.ts';
import { ACCOUNTS, signIn } from '../../src/sandbox/search/seed.ts';
import { errorFaults, faultsOf, requireAfterCamelCasing, rpcAt, throughSerializer } from './search-descriptors.ts';

const USER = 'marketing@acme.example';
const NAMES = `customers/${ACCOUNTS.america}`;
const DECLARED = 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING';

// biome-ignore lint/suspicious/noExplicitAny: the package's types describe the snake_case form, not the one it speaks here
type Anything = any;

let sandbox: SearchSandbox;
let client: (service: string) => Anything;
const options = { otherArgs: { headers: { 'login-customer-id': ACCOUNTS.manager } }, autoPaginate: false };

beforeAll(async () => {
  sandbox = await startSearch();
  const services = requireAfterCamelCasing('google-ads-node');
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: await sandbox.token(), expiry_date: Date.now() + 3_600_000 });
  const { hostname, port } = new URL(sandbox.origin);
  client = (service) =>
    new services[service]({ fallback: true, protocol: 'http', apiEndpoint: hostname, port: Number(port), authClient });
});
afterAll(() => sandbox.close());

describe('the platform’s own clients', () => {
  test('list the accounts a user was given', async () => {
    const [reply] = await client('CustomerServiceClient').listAccessibleCustomers({}, options);
    expect(reply.resourceNames).toEqual([`customers/${ACCOUNTS.europe}`, `customers/${ACCOUNTS.manager}`]);
  });

  test('search, and find numbers and enums where they look for them', async () => {
    const query =
      'SELECT campaign.id, campaign.status, metrics.clicks, metrics.ctr FROM campaign WHERE campaign.status = ENABLED AND segments.date DURING LAST_30_DAYS ORDER BY metrics.clicks DESC';
    const [rows] = await client('GoogleAdsServiceClient').search({ customerId: ACCOUNTS.america, query }, options);
    expect(rows[0].campaign).toMatchObject({ status: 'ENABLED' });
    expect(Number(rows[0].metrics.clicks)).toBeGreaterThan(Number(rows[1].metrics.clicks));
    expect(rows[0].metrics.ctr).toBeCloseTo(rows[0].metrics.ctr);
  });

  test('stream what they search', async () => {
    const query =
      'SELECT campaign.id, segments.date, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS';
    const chunks: Anything[] = [];
    for await (const chunk of client('GoogleAdsServiceClient').searchStream(
      { customerId: ACCOUNTS.america, query },
      options,
    ))
      chunks.push(chunk);
    const [paged] = await client('GoogleAdsServiceClient').search({ customerId: ACCOUNTS.america, query }, options);
    expect(chunks.flatMap((chunk) => chunk.results)).toHaveLength(paged.length);
    expect(paged.length).toBeGreaterThan(20);
  });

  test('build a paused campaign in one request with temporary ids, and change it by a mask', async () => {
    const ads = client('GoogleAdsServiceClient');
    const mutateOperations = [
      {
        campaignBudgetOperation: {
          create: { resourceName: `${NAMES}/campaignBudgets/-1`, amountMicros: 25_000_000, explicitlyShared: false },
        },
      },
      {
        campaignOperation: {
          create: {
            resourceName: `${NAMES}/campaigns/-2`,
            name: 'Built by the official client',
            status: 'PAUSED',
            advertisingChannelType: 'SEARCH',
            campaignBudget: `${NAMES}/campaignBudgets/-1`,
            manualCpc: {},
            containsEuPoliticalAdvertising: DECLARED,
          },
        },
      },
      {
        adGroupOperation: {
          create: {
            resourceName: `${NAMES}/adGroups/-3`,
            campaign: `${NAMES}/campaigns/-2`,
            name: 'Shoes',
            cpcBidMicros: 900_000,
          },
        },
      },
      {
        adGroupCriterionOperation: {
          create: { adGroup: `${NAMES}/adGroups/-3`, keyword: { text: 'blue shoes', matchType: 'EXACT' } },
        },
      },
      {
        adGroupAdOperation: {
          create: {
            adGroup: `${NAMES}/adGroups/-3`,
            status: 'PAUSED',
            ad: {
              finalUrls: ['https://www.acme.example/blue'],
              responsiveSearchAd: {
                headlines: ['One', 'Two', 'Three'].map((text) => ({ text })),
                descriptions: ['First.', 'Second.'].map((text) => ({ text })),
              },
            },
          },
        },
      },
    ];
    const [reply] = await ads.mutate({ customerId: ACCOUNTS.america, mutateOperations }, options);
    const campaign = reply.mutateOperationResponses[1].campaignResult.resourceName;
    expect(campaign).toMatch(/\/campaigns\/\d+$/);
    await client('CampaignServiceClient').mutateCampaigns(
      {
        customerId: ACCOUNTS.america,
        operations: [{ update: { resourceName: campaign, name: 'Renamed' }, updateMask: { paths: ['name'] } }],
      },
      options,
    );
    const query = `SELECT campaign.name, campaign.status FROM campaign WHERE campaign.resource_name = '${campaign}'`;
    const [rows] = await ads.search({ customerId: ACCOUNTS.america, query }, options);
    expect(rows[0].campaign).toMatchObject({ name: 'Renamed', status: 'PAUSED' });
  });

  test('read a refusal as their own error, with the failure in its details', async () => {
    const refused = client('GoogleAdsServiceClient').search(
      { customerId: ACCOUNTS.america, query: 'SELECT campaign.nmae FROM campaign' },
      options,
    );
    const error = await refused.then(
      () => undefined,
      (reason: Anything) => reason,
    );
    expect(error).toMatchObject({ code: 3 });
    expect(JSON.stringify(error.statusDetails)).toContain('UNRECOGNIZED_FIELD');
  });

  test('get partial failures with their place', async () => {
    const [reply] = await client('CampaignBudgetServiceClient').mutateCampaignBudgets(
      {
        customerId: ACCOUNTS.america,
        partialFailure: true,
        operations: [
          { create: { name: 'Good', amountMicros: 10_000_000 } },
          { create: { name: 'Bad', amountMicros: 1 } },
        ],
      },
      options,
    );
    expect(reply.results[0].resourceName).toContain('campaignBudgets');
    expect(reply.partialFailureError.code).toBe(3);
  });
});

describe('the most used third-party client', () => {
  test('reads reports, counts and streams through it', async () => {
    const axios = requireAfterCamelCasing('axios');
    axios.interceptors.request.use((config: Anything) => ({
      ...config,
      url: config.url.replace('https://googleads.googleapis.com', sandbox.origin),
    }));
    const { GoogleAdsApi } = requireAfterCamelCasing('google-ads-api');
    const { client_id, client_secret, refresh_token } = signIn(sandbox.world, USER);
    const api = new GoogleAdsApi({ client_id, client_secret, developer_token: 'x' });
    const customer = api.Customer({
      customer_id: ACCOUNTS.america,
      login_customer_id: ACCOUNTS.manager,
      refresh_token,
    });
    const token = await sandbox.token();
    customer.getAccessToken = async () => token;

    const rows = await customer.query(
      'SELECT campaign.id, campaign.status, metrics.cost_micros FROM campaign WHERE segments.date DURING LAST_30_DAYS',
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(typeof rows[0].campaign.id).toBe('number');
    const report = {
      entity: 'ad_group',
      attributes: ['ad_group.id', 'ad_group.name'],
      metrics: ['metrics.clicks'],
      segments: ['segments.date'],
      constraints: { 'ad_group.status': 'ENABLED' },
      from_date: '2026-11-01',
      to_date: '2026-11-07',
    };
    const read = await customer.report(report);
    expect(await customer.reportCount(report)).toBe(read.length);
    const streamed: unknown[] = [];
    for await (const row of customer.reportStream(report)) streamed.push(row);
    expect(streamed).toHaveLength(read.length);
    await expect(customer.query('SELECT campaign.nmae FROM campaign')).rejects.toMatchObject({
      errors: [{ error_code: { query_error: expect.anything() } }],
    });
  });
});

describe('the platform’s sign-in library', () => {
  const redirectUri = 'http://127.0.0.1:9/back';
  const signInClient = () => {
    const { client_id, client_secret } = signIn(sandbox.world, USER);
    return new OAuth2Client({
      clientId: client_id!,
      clientSecret: client_secret!,
      redirectUri,
      endpoints: {
        oauth2AuthBaseUrl: `${sandbox.origin}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${sandbox.origin}/token`,
        oauth2RevokeUrl: `${sandbox.origin}/revoke`,
      },
    });
  };

  async function consent(url: string, decision: string): Promise<URL> {
    const page = await (await fetch(url)).text();
    const hidden = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    ]);
    const form = new URLSearchParams([
      ...hidden.filter(([name]) => name !== 'decision'),
      ['user', USER],
      ['decision', decision],
    ] as [string, string][]);
    const answer = await fetch(`${sandbox.origin}/o/oauth2/v2/auth`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location')!);
  }

  test('signs a person in with a code and its verifier, refreshes and revokes', async () => {
    const library = signInClient();
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const url = library.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: ['https://www.googleapis.com/auth/adwords'],
      state: 'a&b',
      code_challenge: challenge,
      code_challenge_method: CodeChallengeMethod.S256,
    });
    const back = await consent(url, 'approve');
    expect(back.searchParams.get('state')).toBe('a&b');
    const { tokens } = await library.getToken({ code: back.searchParams.get('code')!, codeVerifier: verifier });
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^ya29\./),
      refresh_token: expect.stringMatching(/^1\/\//),
    });
    library.setCredentials({ refresh_token: tokens.refresh_token! });
    const { token } = await library.getAccessToken();
    expect(token).toMatch(/^ya29\./);
    await library.revokeToken(tokens.refresh_token!);
    await expect(library.refreshAccessToken()).rejects.toThrow(/invalid_grant/);
  });

  test('is told that a code works once, and that a wrong verifier never does', async () => {
    const library = signInClient();
    const ask = {
      scope: ['https://www.googleapis.com/auth/adwords'],
      code_challenge: createHash('sha256').update('right').digest('base64url'),
      code_challenge_method: CodeChallengeMethod.S256,
    };
    const code = (await consent(library.generateAuthUrl(ask), 'approve')).searchParams.get('code')!;
    await expect(library.getToken({ code, codeVerifier: 'wrong' })).rejects.toThrow(/invalid_grant/);
    await library.getToken({ code, codeVerifier: 'right' });
    await expect(library.getToken({ code, codeVerifier: 'right' })).rejects.toThrow(/invalid_grant/);
  });

  test('hears of a refusal', async () => {
    const back = await consent(signInClient().generateAuthUrl({ scope: ['x'], state: 's' }), 'deny');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 's' });
  });
});

describe('everything the clients sent and got', () => {
  test('is what the protocol definitions allow, to the last field', () => {
    const checked: string[] = [];
    const faults: string[] = [];
    for (const { method, path, request, status, response } of sandbox.exchanges) {
      const rpc = rpcAt(method, path.split('?')[0]!);
      if (!rpc) continue;
      const at = `${rpc.name} ${status}`;
      checked.push(at);
      const note = (found: string[]) => faults.push(...found.map((fault) => `${at}: ${fault}`));
      if (request !== '') note(faultsOf(rpc.request, JSON.parse(request), { lenient: true }));
      const parts = rpc.streams ? (JSON.parse(response) as unknown[]) : [JSON.parse(response) as unknown];
      for (const part of parts) {
        if (status >= 400) note(errorFaults(part, status));
        else {
          note(faultsOf(rpc.response, part, { lenient: false }));
          expect(throughSerializer(rpc.response, part), at).toEqual(part);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(new Set(checked).size).toBeGreaterThan(7);
  });
});
