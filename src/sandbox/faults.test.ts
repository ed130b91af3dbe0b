import { describe, expect, test } from 'vitest';
import { forTests } from './for-tests.testing.ts';
import { startSearch } from './search/calls.testing.ts';
import { ACCOUNTS } from './search/seed.ts';
import { good, socialForTests, US } from './social/calls.testing.ts';

/** A reply of success without the change, to test how clients read it back. */
describe('a change that is accepted and not applied', () => {
  const social = socialForTests();
  const search = forTests(() => startSearch({}));

  test('is answered by the social platform as if it stood', async () => {
    const { id } = await social.post(`${US}/campaigns`, good.campaign);
    const before = await social.ledger();
    const arm = (match: string) =>
      social.control('POST', '/faults', { platform: 'social', kind: 'accepted_not_applied', match });
    await arm(`POST /v26.0/${id}$`);
    expect(await social.post(id, { status: 'ACTIVE', name: 'Changed' })).toEqual({ success: true });
    await arm(`DELETE /v26.0/${id}$`);
    expect(await social.remove(id)).toEqual({ success: true });
    await arm('POST .*/campaigns$');
    const made = await social.post(`${US}/campaigns`, good.campaign);
    expect(made.id).toMatch(/^\d{18}$/);
    expect(await social.get(id, { fields: 'name,status' })).toEqual({ id, name: 'C', status: 'PAUSED' });
    expect((await social.refused('GET', made.id)).error_subcode).toBe(33);
    expect(await social.ledger()).toEqual(before);
  });

  test('is answered by the search platform as if it stood', async () => {
    const read = async () => {
      const { body } = await search.search('SELECT campaign.resource_name, campaign.name FROM campaign LIMIT 1');
      return body.results[0].campaign as { resourceName: string; name: string };
    };
    const { resourceName, name } = await read();
    await search.control('POST', '/faults', { platform: 'search', kind: 'accepted_not_applied', match: ':mutate$' });
    const path = `/v25/customers/${ACCOUNTS.america}/campaigns:mutate`;
    const operations = [{ update: { resourceName, name: 'Changed' }, updateMask: 'name' }];
    const first = await search.call('POST', path, { operations });
    expect([first.status, first.body.results]).toEqual([200, [{ resourceName }]]);
    expect((await read()).name).toBe(name);
    expect(await search.ledger()).toEqual([]);
    await search.call('POST', path, { operations });
    expect((await read()).name).toBe('Changed');
  });
});
