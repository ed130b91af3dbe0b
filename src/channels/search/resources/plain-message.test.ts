import { expect, test } from 'vitest';
import { shownMessage } from './plain-message.ts';

test('names are in snake_case, amounts in the currency they come with or in that of the account', () => {
  const message = {
    promotionTarget: 'Boots',
    moneyAmountOff: { amountMicros: '15250000', currencyCode: 'EUR' },
    priceOfferings: [{ header: 'A', price: { amountMicros: '900000000', currencyCode: 'JPY' } }],
    cpcBidMicros: '1000000',
  };
  expect(shownMessage(message, 'USD')).toEqual({
    promotion_target: 'Boots',
    money_amount_off: { amount: '15.25', currency: 'EUR' },
    price_offerings: [{ header: 'A', price: { amount: '900', currency: 'JPY' } }],
    cpc_bid: { amount: '1.00', currency: 'USD' },
  });
});
