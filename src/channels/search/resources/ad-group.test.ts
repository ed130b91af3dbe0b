import { expect, test } from 'vitest';
import { shownAdGroup } from './ad-group.ts';
import { Row } from './wire/row.ts';

const shown = (adGroup: object) =>
  shownAdGroup(
    Row.parse({
      adGroup: { resourceName: 'r', id: '7', ...adGroup },
      customer: { resourceName: 'r', currencyCode: 'USD' },
    }),
  );

test('a target of zero is none of its own, and amounts are in the currency of the account', () => {
  expect(shown({ targetCpaMicros: '0', cpcBidMicros: '1230000' })).toMatchObject({
    target_cpa: undefined,
    cpc_bid: { amount: '1.23', currency: 'USD' },
  });
  expect(shown({ targetCpaMicros: '5000000' }).target_cpa).toEqual({ amount: '5.00', currency: 'USD' });
});
