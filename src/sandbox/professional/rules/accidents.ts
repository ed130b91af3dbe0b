import { type Accident, begun, ended, type Outage } from '../../accident.ts';
import type { Accidents, World } from '../../emulator.ts';
import { Store } from '../state.ts';

export const accidents: Accidents = {
  kinds: ['ad_rejected', 'payment_failed', 'account_closed', 'pixel_dead'],
  problem({ db }, { kind, account, object }) {
    const store = new Store(db);
    if (!store.find('account', account)) return { field: 'account', message: `there is no account ${account}` };
    if (kind !== 'ad_rejected') return undefined;
    const isOwn = store.find('creative', object)?.account === account;
    return isOwn ? undefined : { field: 'object', message: 'is no creative of the account' };
  },
  happen: (world, accident, at) => set(world, accident, at, true),
  mend: (world, accident, at) => set(world, accident, at, false),
};

function set({ db }: World, { kind, account: id, object }: Accident, at: number, isOut: boolean): void {
  const store = new Store(db);
  const outage = (known?: readonly Outage[]) => (isOut ? begun(known, at) : ended(known, at));
  if (kind === 'ad_rejected') {
    const creative = store.find('creative', object)!;
    const { rejectionReasons: _, ...others } = creative.fields;
    const rejection = isOut ? { rejectionReasons: ['MISLEADING_CLAIM'] } : {};
    store.save({ ...creative, fields: { ...others, ...rejection, takenBack: outage(others.takenBack) } });
    return;
  }
  const account = store.find('account', id)!;
  const { held, pixelDead } = account.fields;
  const change =
    kind === 'pixel_dead'
      ? { pixelDead: outage(pixelDead) }
      : kind === 'payment_failed'
        ? { held: outage(held), unpaid: isOut }
        : { held: outage(held), status: isOut ? 'CANCELED' : 'ACTIVE' };
  store.save({ ...account, fields: { ...account.fields, ...change } });
}
