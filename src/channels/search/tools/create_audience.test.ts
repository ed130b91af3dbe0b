import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

const sent = async () => JSON.parse((await requests()).findLast(({ path }) => path.endsWith(':mutate'))!.request_body!);
const audienceNamed = async (name: string) => (await call('list_audiences', { name_contains: name })).audiences[0];

test('visitors who did not buy are who saw a page and not the other', async () => {
  const { audience } = await call('create_audience', {
    name: 'Saw shoes, did not buy',
    kind: 'WEBSITE',
    url_contains: ['/shoes', '/trail'],
    except_url_contains: ['/thank-you'],
    membership_days: 14,
  });
  expect(audience).toMatchObject({ kind: 'WEBSITE', membership_days: 14, status: 'OPEN' });
  const { create } = (await sent()).mutateOperations[0].userListOperation;
  const { inclusiveOperands, exclusiveOperands } = create.ruleBasedUserList.flexibleRuleUserList;
  expect(inclusiveOperands[0].rule.ruleItemGroups).toHaveLength(2);
  expect(exclusiveOperands[0].rule.ruleItemGroups[0].ruleItems).toEqual([
    { name: 'url__', stringRuleItem: { operator: 'CONTAINS', value: '/thank-you' } },
  ]);
});

test('other audiences can be put together, some of them left out', async () => {
  const [visitors, buyers] = [await audienceNamed('All visitors'), await audienceNamed('Buyers')];
  const { audience } = await call('create_audience', {
    name: 'Visitors without buyers',
    kind: 'COMBINED',
    audience_ids: [visitors.id],
    except_audience_ids: [buyers.id],
  });
  expect(audience).toMatchObject({ kind: 'COMBINED', size_display: visitors.size_display - buyers.size_display });
});

test('buyers are who did a conversion action; a customer list begins empty and keeps people', async () => {
  const { conversion_actions } = await call('list_conversion_actions');
  const { audience: buyers } = await call('create_audience', {
    name: 'Bought lately',
    kind: 'CONVERSIONS',
    conversion_action_ids: [conversion_actions[0].id],
  });
  expect(buyers).toMatchObject({ kind: 'CONVERSIONS', membership_days: 30 });
  const { audience, notes } = await call('create_audience', { name: 'Shop customers', kind: 'CUSTOMER_LIST' });
  expect(audience).toMatchObject({ kind: 'CUSTOMER_LIST', size_search: 0, membership_days: null });
  expect(notes[0]).toContain('update_customer_list');
});

test('what does not belong to the kind is refused by name, and a name is not used twice', async () => {
  const { problems } = await refusal('create_audience', { name: 'Wrong', kind: 'WEBSITE', audience_ids: ['1'] });
  expect(problems.map(({ field }: { field: string }) => field)).toEqual(['url_contains', 'audience_ids']);
  const twice = { name: 'Buyers', kind: 'CUSTOMER_LIST' };
  expect(await refusal('create_audience', twice)).toMatchObject({ field: 'name', outcome: 'not_applied' });
});
