import { expect, test } from 'vitest';
import { SECOND_MS } from '../../../ambient.ts';
import { START } from '../../platform.testing.ts';
import { US, videoForTests } from '../calls.testing.ts';
import { ACME_JAPAN } from '../seed.ts';
import { Store } from '../state.ts';
import { accidents } from './accidents.ts';

const video = videoForTests();
/** A moment after what happens in these tests. */
const NOW = START + SECOND_MS;
const runningNow = (store: Store, advertiser = US) =>
  store.all('Ad', { advertiser }).filter(({ data }) => {
    const { from, until = Number.POSITIVE_INFINITY } = data.delivery.at(-1) ?? { from: 0, until: 0 };
    return from <= NOW && NOW < until;
  });

test('an ad that is rejected stops being shown at that moment, and is shown again once that is mended', () => {
  const store = new Store(video.world.db);
  const [ad] = runningNow(store);
  const accident = { kind: 'ad_rejected', account: US, object: ad!.id };
  const isShown = () => runningNow(store).some(({ id }) => id === ad!.id);
  accidents.happen(video.world, accident as never, START);
  expect(isShown()).toBe(false);
  accidents.mend(video.world, accident as never, START);
  expect(isShown()).toBe(true);
});

test.each(['payment_failed', 'account_closed'])('%s stops every ad of the account', (kind) => {
  const store = new Store(video.world.db);
  const accident = { kind, account: US } as never;
  const before = runningNow(store).length;
  accidents.happen(video.world, accident, START);
  expect([before > 0, runningNow(store).length]).toEqual([true, 0]);
  accidents.mend(video.world, accident, START);
  expect(runningNow(store)).toHaveLength(before);
});

test('an ad of another advertiser cannot be rejected in this one', () => {
  const object = new Store(video.world.db).all('Ad', { advertiser: ACME_JAPAN.advertisers[0]!.id })[0]?.id ?? '1';
  expect(accidents.problem(video.world, { kind: 'ad_rejected', account: US, object } as never)).toMatchObject({
    field: 'object',
  });
});
