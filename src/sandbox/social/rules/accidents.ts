import { type Accident, begun, ended } from '../../accident.ts';
import type { Accidents, World } from '../../emulator.ts';
import type { GraphNode } from '../state.ts';
import { Store } from '../state.ts';
import { replan } from './delivery.ts';

const ACTIVE = 1;
const UNSETTLED = 3;
const CLOSED = 101;
const POLICY = 'Misleading claims';

export const accidents: Accidents = {
  kinds: ['ad_rejected', 'payment_failed', 'account_closed', 'pixel_dead'],
  problem({ db }, { kind, account, object }) {
    const store = new Store(db);
    const owner = store.findKind('AdAccount', nodeId(account));
    if (!owner) return { field: 'account', message: `there is no account ${account}` };
    if (kind !== 'ad_rejected') return undefined;
    const ad = store.findKind('Ad', object ?? '');
    return ad?.links.account === owner.id ? undefined : { field: 'object', message: 'is no ad of the account' };
  },
  happen: (world, accident, at) => set(world, accident, at, true),
  mend: (world, accident, at) => set(world, accident, at, false),
};

function nodeId(account: string): string {
  return account.startsWith('act_') ? account : `act_${account}`;
}

function set({ db }: World, { kind, account: id, object }: Accident, at: number, isOut: boolean): void {
  const store = new Store(db);
  const account = store.need('AdAccount', nodeId(id));
  const note = (node: GraphNode, event: string, values: unknown = {}) =>
    store.run(
      'INSERT INTO social_activities (at, account, id, changes) VALUES (?, ?, ?, ?)',
      at,
      account.id,
      node.id,
      JSON.stringify({ [event]: values }),
    );
  if (kind === 'ad_rejected') {
    const ad = store.need('Ad', object);
    if (isOut) ad.data.disapproved = POLICY;
    else delete ad.data.disapproved;
    store.save(ad);
    note(ad, isOut ? 'ad_review_declined' : 'ad_review_approved');
    replan(store, ad.links.campaign!, at);
    return;
  }
  if (kind === 'pixel_dead') {
    const { pixel_dead } = account.data;
    account.data.pixel_dead = isOut ? begun(pixel_dead, at) : ended(pixel_dead, at);
    store.save(account);
    return;
  }
  const old_value = account.data.account_status;
  account.data.account_status = isOut ? (kind === 'payment_failed' ? UNSETTLED : CLOSED) : ACTIVE;
  store.save(account);
  if (isOut && kind === 'payment_failed') note(account, 'ad_account_billing_charge_failed');
  note(account, 'ad_account_update_status', { old_value, new_value: account.data.account_status });
  for (const campaign of store.all('Campaign', { account: account.id })) replan(store, campaign.id, at);
}
