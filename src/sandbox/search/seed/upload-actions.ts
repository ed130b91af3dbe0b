import { DAY_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { keepConversion } from '../data-manager/conversions.ts';
import { storeOf } from '../state.ts';
import { Builder } from './builder.ts';

const SINCE_DAYS = 200;

/** Orders that were told some days ago, of people whom the platform does not know: they can be restated and retracted. */
const ORDERS = 200;
const SENT_DAYS_AGO = 10;

/** Conversion actions that are filled from elsewhere than a page: what became of leads, and sales outside the shop. */
export function seedUploadActions(world: World, customer: string): void {
  const build = new Builder(world, customer);
  const action = (name: string, category: string, primary: boolean) => ({
    kind: 'conversion_action',
    create: {
      name,
      type: 'UPLOAD_CLICKS',
      category,
      primary_for_goal: primary,
      click_through_lookback_window_days: 90,
      value_settings: { default_value: 0, default_currency_code: build.account.currency },
    },
  });
  const [, sales = ''] = build.at(SINCE_DAYS, [
    action('Qualified lead', 'QUALIFIED_LEAD', true),
    action('Sale by phone or in a store', 'PURCHASE', false),
  ]);
  const store = storeOf(world);
  const at = world.now() - SENT_DAYS_AGO * DAY_MS;
  for (let order = 1; order <= ORDERS; order++)
    keepConversion(store, store.find(customer, 'conversion_action', sales.split('/').at(-1)!)!, {
      ...{ key: `ORDER-${1000 + order}`, receivedAt: at, happenedAt: at },
      ...{ value: Math.round((20 + (order % 7) * 15) * build.market.money), currency: build.account.currency },
    });
}
