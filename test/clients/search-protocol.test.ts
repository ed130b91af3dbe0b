import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { forTests } from '../../src/sandbox/for-tests.testing.ts';
import { codesOf, startSearch } from '../../src/sandbox/search/calls.testing.ts';
import { queryable } from '../../src/sandbox/search/catalogue/selection.ts';
import emulator from '../../src/sandbox/search/emulator.ts';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';
import { camel, enumNamed, errorFaults, faultsOf, rpcAt, throughSerializer, typeNamed } from './search-descriptors.ts';

const CUSTOMER = `/v25/customers/${ACCOUNTS.america}`;
const NAMES = `customers/${ACCOUNTS.america}`;
const DECLARED = 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const sandbox = forTests(() => startSearch());
beforeEach(() => {
  sandbox.exchanges.length = 0;
});

/** Everything that went over the wire since the last look, held against the definitions. */
function wireFaults(): string[] {
  const faults: string[] = [];
  for (const { method, path, request, status, response } of sandbox.exchanges.splice(0)) {
    const rpc = rpcAt(method, path.split('?')[0]!);
    if (!rpc) continue;
    const note = (found: string[]) =>
      faults.push(...found.map((fault) => `${rpc.name} ${status} ${request.slice(0, 200)}: ${fault}`));
    if (request !== '' && status < 400) note(faultsOf(rpc.request, JSON.parse(request), { lenient: true }));
    const parts = rpc.streams ? (JSON.parse(response) as unknown[]) : [JSON.parse(response) as unknown];
    for (const part of parts) {
      if (status >= 400) note(errorFaults(part, status));
      else {
        note(faultsOf(rpc.response, part, { lenient: false }));
        expect(throughSerializer(rpc.response, part)).toEqual(part);
      }
    }
  }
  return faults;
}

interface FieldEntry {
  name: string;
  category: string;
  metrics?: string[];
  segments?: string[];
}

async function fieldEntries(where: string): Promise<FieldEntry[]> {
  const query = `SELECT name, category, data_type, metrics, segments WHERE ${where}`;
  const { body } = await sandbox.call('POST', '/v25/googleAdsFields:search', { query });
  return body.results;
}

async function heldResources(): Promise<FieldEntry[]> {
  const held = new Set<string>(queryable);
  return (await fieldEntries("category = 'RESOURCE'")).filter(({ name }) => held.has(name));
}

const RULES: Record<string, { where: string; tail: string }> = {
  change_event: { where: ' WHERE change_event.change_date_time DURING LAST_14_DAYS', tail: ' LIMIT 50' },
};

describe('every field of every resource', () => {
  test('is answered as the definitions have it, by page and by stream', async () => {
    const resources = await heldResources();
    expect(resources.length).toBeGreaterThan(20);
    for (const { name, metrics = [], segments = [] } of resources) {
      const fields = (await fieldEntries(`name LIKE '${name.replaceAll('_', '[_]')}.%'`)).map((field) => field.name);
      const { where, tail } = RULES[name] ?? { where: '', tail: '' };
      const dated = segments.includes('segments.date') ? ' WHERE segments.date DURING LAST_7_DAYS' : where;
      const alone = metrics.filter((metric) => !/coviewed|primary_impressions/.test(metric));
      const query = `SELECT ${[...fields, ...alone].join(', ')} FROM ${name}${dated}${tail}`;
      const paged = await sandbox.search(query);
      expect(paged.status, `${name}: ${JSON.stringify(paged.body)}`).toBe(200);
      const streamed = await sandbox.call('POST', `${CUSTOMER}/googleAds:searchStream`, { query });
      expect(streamed.body.flatMap((chunk: { results?: unknown[] }) => chunk.results ?? [])).toEqual(
        paged.body.results ?? [],
      );
    }
    expect(wireFaults()).toEqual([]);
  });

  test('stands where the definitions have it: one attribute, metric and segment at a time is known to them', async () => {
    const row = typeNamed('services.GoogleAdsRow');
    const lost = (await fieldEntries("category != 'RESOURCE'")).filter(({ name }) => {
      let type: ReturnType<typeof typeNamed> | undefined = row;
      for (const step of name.split('.').map(camel)) {
        const field: { resolvedType?: unknown } | undefined = type?.fields[step];
        if (!field) return true;
        type =
          field.resolvedType && 'fields' in (field.resolvedType as object)
            ? (field.resolvedType as typeof row)
            : undefined;
      }
      return false;
    });
    expect(lost).toEqual([]);
  });

  test('segments divide reports in forms that the definitions know', async () => {
    let divided = 0;
    for (const { name, metrics = [], segments = [] } of await heldResources()) {
      for (const segment of segments) {
        const { selectableWith } = (await sandbox.call('GET', `/v25/googleAdsFields/${segment}`)).body;
        const counted = metrics.find((metric) => selectableWith.includes(metric));
        // Some segments go only with others, and some the sandbox does not have.
        if (counted === undefined || /coviewed|primary_impr/.test(counted) || /sub_network|adjusted/.test(segment))
          continue;
        const { status, body } = await sandbox.search(
          `SELECT ${segment}, ${counted} FROM ${name} ${segments.includes('segments.date') ? 'WHERE segments.date DURING LAST_7_DAYS' : ''} LIMIT 50`,
        );
        expect([200, 501], `${name} ${segment} ${JSON.stringify(body)}`).toContain(status);
        if (status === 200) divided += 1;
      }
    }
    expect(divided).toBeGreaterThan(150);
    expect(wireFaults()).toEqual([]);
  });
});

describe('mutates, planning and refusals', () => {
  const text = (value: string) => ({ assetOperation: { create: { textAsset: { text: value } } } });

  test('speak the protocol in both directions', async () => {
    const campaignBody = {
      name: 'Protocol',
      status: 'PAUSED',
      advertisingChannelType: 'SEARCH',
      manualCpc: {},
      containsEuPoliticalAdvertising: DECLARED,
    };
    const mutate = (collection: string, body: object) => sandbox.call('POST', `${CUSTOMER}/${collection}:mutate`, body);
    const budget = await mutate('campaignBudgets', {
      operations: [{ create: { name: 'Protocol', amountMicros: '30000000' } }],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    const campaign = await mutate('campaigns', {
      operations: [{ create: { ...campaignBody, campaignBudget: budget.body.results[0].resourceName } }],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    const campaignName = campaign.body.results[0].resourceName;
    const adGroup = await mutate('adGroups', {
      operations: [{ create: { name: 'Protocol', campaign: campaignName } }],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    await mutate('adGroupCriteria', {
      operations: [
        { create: { adGroup: adGroup.body.results[0].resourceName, keyword: { text: 'a b', matchType: 'BROAD' } } },
      ],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    await mutate('campaignCriteria', {
      operations: [{ create: { campaign: campaignName, location: { geoTargetConstant: 'geoTargetConstants/2276' } } }],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    await mutate('assets', {
      operations: [{ create: { name: 'Pixel', imageAsset: { data: PIXEL } } }],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    await mutate('campaigns', {
      operations: [
        { create: { name: 'x' } },
        { update: { resourceName: campaignName, name: 'Protocol 2' }, updateMask: 'name' },
      ],
      partialFailure: true,
    });
    await mutate('campaigns', { operations: [{ remove: campaignName }], validateOnly: true });
    await mutate('campaigns', { operations: [{ remove: campaignName }] });
    await sandbox.call('POST', `${CUSTOMER}:mutate`, {
      operation: { update: { resourceName: NAMES, autoTaggingEnabled: false }, updateMask: 'autoTaggingEnabled' },
    });
    await sandbox.call('POST', `${CUSTOMER}/googleAds:mutate`, {
      mutateOperations: [text('Protocol headline'), { campaignOperation: { create: { name: 'y' } } }],
      partialFailure: true,
    });
    await sandbox.call('POST', `${CUSTOMER}/googleAds:mutate`, {
      mutateOperations: [text('Another headline')],
      responseContentType: 'MUTABLE_RESOURCE',
    });
    await sandbox.call('POST', `${CUSTOMER}:generateKeywordIdeas`, {
      keywordSeed: { keywords: ['shoes'] },
      historicalMetricsOptions: { includeAverageCpc: true },
    });
    sandbox.setNow(sandbox.world.now() + 2000);
    await sandbox.call('POST', `${CUSTOMER}:generateKeywordHistoricalMetrics`, { keywords: ['shoes', 'boots'] });
    await sandbox.call('POST', '/v25/geoTargetConstants:suggest', {
      locale: 'en',
      locationNames: { names: ['Berlin', 'zurich'] },
    });
    await sandbox.call('POST', '/v25/geoTargetConstants:suggest', {
      geoTargets: { geoTargetConstants: ['geoTargetConstants/2840'] },
    });
    await sandbox.call('GET', '/v25/googleAdsFields/campaign.status');
    await sandbox.call('POST', `${CUSTOMER}/recommendations:apply`, {
      operations: [{ resourceName: `${NAMES}/recommendations/MTo5MDAx` }],
      partialFailure: true,
    });
    await sandbox.call('POST', `${CUSTOMER}/recommendations:dismiss`, {
      operations: [{ resourceName: `${NAMES}/recommendations/none` }],
      partialFailure: true,
    });
    await sandbox.search('SELECT campaign.id, metrics.clicks FROM campaign LIMIT 1', ACCOUNTS.america, {
      searchSettings: { returnSummaryRow: true, returnTotalResultsCount: true },
    });
    await sandbox.search(
      "SELECT campaign.id, metrics.clicks FROM campaign WHERE campaign.name = 'nobody'",
      ACCOUNTS.america,
      { searchSettings: { returnSummaryRow: true, returnTotalResultsCount: true } },
    );
    const statuses = new Set(sandbox.exchanges.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200]));
    expect(wireFaults()).toEqual([]);
  });

  test('are refused in the form that the definitions have for it', async () => {
    const bad = (collection: string, create: object) =>
      sandbox.call('POST', `${CUSTOMER}/${collection}:mutate`, { operations: [{ create }] });
    const refusals = [
      await bad('campaigns', {}),
      await bad('campaignBudgets', { name: 'x', amountMicros: '-5' }),
      await bad('adGroups', { name: 'x', campaign: `${NAMES}/campaigns/1` }),
      await bad('adGroupAds', { adGroup: `${NAMES}/adGroups/1`, ad: {} }),
      await bad('assets', {}),
      await bad('assets', { name: 'x', imageAsset: { data: 'AAAA' } }),
      await bad('assetGroups', { name: 'x' }),
      await bad('campaigns', { nmae: 'x' }),
      await bad('campaigns', { status: 'ON' }),
      await sandbox.call('POST', `${CUSTOMER}/campaigns:mutate`, {
        operations: [{ update: { resourceName: 'x' } }, {}],
      }),
      await sandbox.search('SELECT'),
      await sandbox.search('SELECT campaign.id FROM campaign', ACCOUNTS.america, { pageSize: 5 }),
      await sandbox.call('POST', `${CUSTOMER}/googleAds:searchStream`, { query: 'SELECT nothing FROM nowhere' }),
      await sandbox.call('GET', '/v25/customers:listAccessibleCustomers', undefined, { authorization: undefined }),
      await sandbox.call('GET', '/v25/customers:listAccessibleCustomers', undefined, { authorization: 'Bearer x' }),
      await sandbox.search('SELECT campaign.id FROM campaign', ACCOUNTS.stranger),
      await sandbox.search('SELECT campaign.id FROM campaign', '1'),
      await sandbox.call('POST', `${CUSTOMER}:generateKeywordIdeas`, {}),
    ];
    expect(refusals.filter(({ status }) => status < 400)).toEqual([]);
    expect(wireFaults()).toEqual([]);
  });

  test('faults that the control address asks for are worded in the same form', () => {
    for (const kind of ['throttle', 'expired_token', 'refused', 'server_error', 'unavailable'] as const) {
      for (const url of [`${CUSTOMER}/googleAds:search`, `${CUSTOMER}/googleAds:searchStream`]) {
        const { status, body } = emulator.faultReply(kind, { url } as never);
        const json = JSON.parse(body);
        expect(Array.isArray(json)).toBe(url.endsWith('Stream'));
        expect(errorFaults(Array.isArray(json) ? json[0] : json, status)).toEqual([]);
      }
    }
  });
});

describe('the error codes the emulator knows', () => {
  /** Codes are written out in the source, so that they can be read and searched for. */
  function* writtenCodes(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
      const source = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      for (const [, code] of source.matchAll(/['`](\w+Error\.[A-Z][A-Z0-9_]+)['`]/g)) yield code!;
      for (const [, code] of source.matchAll(/queryError\(\s*'([A-Z_]+)'/g)) yield `queryError.${code}`;
    }
  }

  test('are all in the definitions', () => {
    const codes = [...new Set(writtenCodes(join(import.meta.dirname, '../../src/sandbox/search')))];
    expect(codes.length).toBeGreaterThan(100);
    const unknown = codes.filter((code) => {
      const [family, name] = code.split('.') as [string, string];
      const type = family[0]!.toUpperCase() + family.slice(1);
      return !(name in enumNamed(`errors.${type}Enum.${type}`).values);
    });
    expect(unknown).toEqual([]);
  });
});

test('every call of the coverage list is a call of the definitions', () => {
  const unknown = emulator.coverage.routes
    .filter(({ path }) => path.startsWith('/{version}'))
    .map(({ method, path }) => ({ method, path: path.replace('{version}', 'v25').replace(/\{\w+\}/g, '1') }))
    .filter(({ method, path }) => !rpcAt(method, path));
  expect(unknown).toEqual([]);
});

test('a version that is gone is a path that is not there', async () => {
  for (const version of ['v22', 'v21', 'v27'])
    expect((await sandbox.call('GET', `/${version}/customers:listAccessibleCustomers`)).status).toBe(404);
  for (const version of ['v23', 'v24', 'v26']) {
    const reply = await sandbox.call('POST', `/${version}/customers/${ACCOUNTS.america}/googleAds:search`, {
      query: 'x',
    });
    expect(JSON.stringify(reply.body)).toContain(`google.ads.googleads.${version}.errors.GoogleAdsFailure`);
    expect(codesOf(reply)).toEqual(['queryError.EXPECTED_SELECT']);
  }
});
