import { expect, test } from 'vitest';
import { Failure, failureBody } from '../errors.ts';
import { ifNotFound, notFound, orNone } from './not-found.ts';

test('an id that names nothing is answered with its argument, where it was looked for, and the list that shows the right one', () => {
  const failure = notFound({ what: 'ad group', id: '7', list: 'list_ad_groups', accountArgument: 'customer_id' });
  expect(failureBody('search', failure)).toEqual({
    error: {
      channel: 'search',
      code: 'not_found',
      message: 'There is no ad group 7 in this account.',
      field: 'ad_group_id',
      retryable: false,
      outcome: 'not_applied',
      next_step: 'Find it with list_ad_groups. If it belongs to another account, pass that account as customer_id.',
    },
  });
});

test('what cannot be repeated is left out, and more than the list can be said', () => {
  const { details } = notFound({
    what: 'list',
    field: 'audience_id',
    where: 'advertiser 9',
    list: 'list_audiences',
    hint: 'Lookalikes cannot be changed.',
    upstream: { code: 40007 },
  });
  expect(details).toMatchObject({
    message: 'There is no such list in advertiser 9.',
    problems: [{ field: 'audience_id', message: 'is no list of advertiser 9' }],
    nextStep: 'Find it with list_audiences. Lookalikes cannot be changed.',
    upstream: { code: 40007 },
  });
});

test('only what the platform does not find is none, and is answered anew: what could not be read stays as it was', async () => {
  const away = new Failure({ code: 'upstream_unavailable', message: 'away', nextStep: 'n' });
  const gone = notFound({ what: 'ad', list: 'list_ads' });
  expect(await orNone(Promise.resolve(0))).toBe(0);
  expect(await orNone(Promise.reject(gone))).toBeUndefined();
  await expect(orNone(Promise.reject(away))).rejects.toBe(away);
  const named = notFound({ what: 'ad', id: '7', list: 'list_ads' });
  const thrown = (error: unknown) => Promise.reject(error).catch(ifNotFound(() => named));
  await expect(thrown(gone)).rejects.toBe(named);
  await expect(thrown(away)).rejects.toBe(away);
});
