import type { Accident } from '../../accident.ts';
import type { Accidents, World } from '../../emulator.ts';
import { recordChange } from '../mutate/history.ts';
import { Session } from '../mutate/session.ts';
import { type Doc, type Entity, type Store, storeOf } from '../state.ts';
import { NEGATIVE_REMOVED, PIXEL_DEAD, UNPAID } from './account-state.ts';
import { refreshBudgets, refreshCampaign } from './derived-status.ts';
import { APPROVED, REJECTED } from './review.ts';

/** Who removes a negative keyword in the platform's own interface. */
const COLLEAGUE = 'colleague@acme.example';

export const accidents: Accidents = {
  kinds: ['ad_rejected', 'payment_failed', 'account_closed', 'pixel_dead', 'negative_removed'],
  problem(world, accident) {
    const store = storeOf(world);
    const { kind, account, object } = accident;
    const owner = store.find(account, 'customer', account);
    if (!owner || owner.doc.manager === true) return { field: 'account', message: `there is no account ${account}` };
    if (kind === 'ad_rejected' && !adOf(store, accident))
      return { field: 'object', message: 'is no ad of the account' };
    const isCampaign = object !== undefined && store.find(account, 'campaign', object) !== undefined;
    if ((kind === 'negative_removed' || (kind === 'pixel_dead' && object !== undefined)) && !isCampaign)
      return { field: 'object', message: 'is no campaign of the account' };
    return undefined;
  },
  happen: (world, accident, at) => set(world, accident, at, true),
  mend: (world, accident, at) => set(world, accident, at, false),
};

function set(world: World, accident: Accident, at: number, isOut: boolean): void {
  const session = sessionOf(world, accident.account, at);
  const { store, account } = session;
  const owner = store.find(account.id, 'customer', account.id)!;
  const campaign = store.find(account.id, 'campaign', accident.object ?? '');
  if (accident.kind === 'ad_rejected') {
    reviewed(session, adOf(store, accident), isOut);
    return;
  }
  if (accident.kind === 'negative_removed') {
    store.save({ ...campaign!, doc: { ...campaign!.doc, [NEGATIVE_REMOVED]: isOut } });
    if (isOut) removeNegative(session, campaign!);
  } else if (accident.kind === 'pixel_dead') {
    const held = campaign ?? owner;
    store.save({ ...held, doc: { ...held.doc, [PIXEL_DEAD]: isOut } });
  } else {
    const change: Doc =
      accident.kind === 'payment_failed' ? { [UNPAID]: isOut } : { status: isOut ? 'CANCELED' : 'ENABLED' };
    store.save({ ...owner, doc: { ...owner.doc, ...change } });
  }
  const touched = campaign ? [campaign] : [...store.all(account.id, 'campaign')];
  for (const { key } of touched) refreshCampaign(session, key);
  refreshBudgets(session);
}

function sessionOf(world: World, id: string, at: number): Session {
  const { doc } = storeOf(world).find(id, 'customer', id)!;
  const account = { id, currency: String(doc.currency_code), timeZone: String(doc.time_zone), manager: false };
  return new Session(world, { ...account, role: 'ADMIN' }, COLLEAGUE, at);
}

/** The key of an ad has its ad group before it. */
function adOf(store: Store, { account, object }: Accident): Entity | undefined {
  for (const entity of store.all(account, 'ad_group_ad')) if (entity.key.endsWith(`~${object}`)) return entity;
  return undefined;
}

function reviewed(session: Session, ad: Entity | undefined, isRejected: boolean): void {
  if (!ad) return;
  const { store, account } = session;
  const { rowid, customer, kind, key, parent, delivery } = ad;
  const doc = { ...ad.doc, policy_summary: isRejected ? REJECTED : APPROVED };
  store.save({ rowid, customer, kind, key, parent, delivery, doc });
  const campaign = store.find(account.id, 'ad_group', parent ?? '')?.parent;
  if (campaign) refreshCampaign(session, campaign);
}

/** The first one of the campaign goes, and the history of the account tells it. */
function removeNegative(session: Session, campaign: Entity): void {
  const { store, account } = session;
  const [negative] = store
    .children(account.id, 'campaign_criterion', campaign.key)
    .filter(({ doc }) => doc.negative === true && doc.type === 'KEYWORD' && doc.status !== 'REMOVED');
  if (!negative) return;
  const removed = { ...negative, doc: { ...negative.doc, status: 'REMOVED' } };
  recordChange(
    session,
    'CAMPAIGN_CRITERION',
    { ...removed, doc: whereabouts(negative.doc) },
    'delete',
    negative.doc,
    0,
    'GOOGLE_ADS_WEB_CLIENT',
  );
  store.save(removed);
}

/** What is left of a removed object in the history. */
function whereabouts({ resource_name, campaign }: Doc): Doc {
  return { resource_name, campaign };
}
