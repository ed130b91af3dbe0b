import { type Accident, begun, ended } from '../../accident.ts';
import type { Accidents, World } from '../../emulator.ts';
import { Books } from '../reports/spending.ts';
import { Store } from '../state.ts';

export const accidents: Accidents = {
  kinds: ['ad_rejected', 'payment_failed', 'account_closed', 'pixel_dead'],
  problem({ db }, { kind, account, object }) {
    const store = new Store(db);
    if (!store.find('Advertiser', account)) return { field: 'account', message: `there is no advertiser ${account}` };
    if (kind !== 'ad_rejected') return undefined;
    const isOwn = store.find('Ad', object ?? '')?.links.advertiser === account;
    return isOwn ? undefined : { field: 'object', message: 'is no ad of the advertiser' };
  },
  happen: (world, accident, at) => set(world, accident, at, true),
  mend: (world, accident, at) => set(world, accident, at, false),
};

function set({ db }: World, { kind, account, object }: Accident, at: number, isOut: boolean): void {
  const store = new Store(db);
  const books = new Books(store, at);
  if (kind === 'ad_rejected') {
    const ad = store.need('Ad', object);
    ad.data.rejected = isOut;
    store.save(ad);
    books.replan(ad.links.campaign!);
    return;
  }
  const advertiser = store.need('Advertiser', account);
  const { data } = advertiser;
  if (kind === 'pixel_dead') data.pixelDead = isOut ? begun(data.pixelDead, at) : ended(data.pixelDead, at);
  if (kind === 'payment_failed') data.unpaid = isOut;
  if (kind === 'account_closed' && isOut) data.status = 'STATUS_DISABLE';
  if (kind === 'account_closed' && !isOut) delete data.status;
  store.save(advertiser);
  if (kind === 'pixel_dead') return;
  for (const campaign of store.all('Campaign', { advertiser: account })) books.replan(campaign.id);
}
