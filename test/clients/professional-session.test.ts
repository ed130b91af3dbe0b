import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import { sandboxed } from '../sandboxed.ts';

const { call, refusal, fault, clearFaults, requests, advanceClock } = sandboxed('professional');

test('a token that the platform calls expired is renewed once, and the call goes through', async () => {
  await fault('expired_token', 'GET .*/adAccounts$');
  expect((await call('list_ad_accounts')).ad_accounts.length).toBeGreaterThan(0);
  await clearFaults();
  const renewals = (await requests()).filter(({ path }) => path === '/oauth/v2/accessToken');
  expect(renewals).toHaveLength(1);
});

test('a query too long for an address travels in the body', async () => {
  const values = Array.from({ length: 100 }, (_, index) => `urn:li:title:${1_000_000 + index}`);
  const locations = Array.from({ length: 100 }, (_, index) => `urn:li:geo:${1_000_000 + index}`);
  await call('estimate_audience', { targeting: { include: { locations, titles: values } } });
  const sent = (await requests()).filter(({ path }) => path === '/rest/audienceCounts').at(-1);
  expect(sent).toMatchObject({ method: 'POST', query: '' });
});

test('a version that has been switched off is explained as what it is', async () => {
  const past = Date.parse('2027-09-16T00:00:00Z') - Date.now();
  await advanceClock(Math.max(past, DAY_MS));
  expect(await refusal('list_ad_accounts')).toMatchObject({
    code: 'unsupported',
    retryable: false,
    next_step: 'Update the service.',
    upstream: { code: 'NONEXISTENT_VERSION' },
  });
});
