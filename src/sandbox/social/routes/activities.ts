import { fromArray } from '../../paging.ts';
import { graphTime } from '../format.ts';
import { type Ctx, type Operation, ofKind, type Row } from '../graph/operation.ts';
import type { Kind } from '../state/shapes.ts';

const OBJECTS: Partial<Record<Kind, { type: string; event: string; created: string }>> = {
  Campaign: { type: 'CAMPAIGN', event: 'campaign', created: 'create_campaign_group' },
  AdSet: { type: 'AD_SET', event: 'ad_set', created: 'create_ad_set' },
  Ad: { type: 'AD', event: 'ad', created: 'create_ad' },
  AdAccount: { type: 'ACCOUNT', event: 'ad_account', created: 'create_ad_account' },
};

/** Events that the platform itself brings about, under their own names. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set([
  'ad_review_declined',
  'ad_review_approved',
  'ad_account_billing_charge_failed',
  'ad_account_update_status',
]);

/** Which part of an object each of its fields belongs to, in the names of events. */
const PARTS: Readonly<Record<string, string>> = {
  status: 'run_status',
  name: 'name',
  daily_budget: 'budget',
  lifetime_budget: 'budget',
  spend_cap: 'spend_cap',
  targeting: 'target_spec',
  creative: 'creative',
  bid_amount: 'bidding',
  bid_strategy: 'bidding',
  start_time: 'duration',
  end_time: 'duration',
};

const SHOWN_MAX = 1_000;

/** Changes, newest first. The sandbox does not know the person. */
function activities(ctx: Ctx, account: string, only?: string) {
  const [since, until] = [ctx.params.time('since') ?? 0, ctx.params.time('until') ?? Number.MAX_SAFE_INTEGER];
  const done = ctx.world.db
    .prepare(
      'SELECT at, id, changes FROM social_activities WHERE account = ? AND at >= ? AND at <= ? ORDER BY seq DESC LIMIT ?',
    )
    .all(account, since, until, SHOWN_MAX);
  return fromArray(done.filter(({ id }) => only === undefined || id === only).flatMap((one) => rowsOf(ctx, one)));
}

function rowsOf(ctx: Ctx, { at, id, changes }: Record<string, unknown>): Row[] {
  const node = ctx.store.find(String(id));
  const about = node && OBJECTS[node.kind];
  if (!about) return [];
  const events =
    changes === null
      ? [[about.created, undefined] as const]
      : Object.entries(JSON.parse(String(changes)) as Row).map(([name, values]) => eventOf(about.event, name, values));
  return events.map(([event_type, values]) => ({
    ...eventTexts(event_type),
    event_time: graphTime(Number(at), 'UTC'),
    object_id: id,
    object_name: (node.data as { name?: string }).name,
    object_type: about.type,
    ...(values !== undefined && { extra_data: JSON.stringify(values) }),
  }));
}

function eventTexts(event_type: string) {
  const isOwn = OF_THE_PLATFORM.has(event_type);
  return {
    event_type,
    translated_event_type: event_type.replaceAll('_', ' '),
    actor_name: isOwn ? 'Meta' : 'Acme system user',
  };
}

function eventOf(event: string, name: string, values: unknown): readonly [string, unknown] {
  if (OF_THE_PLATFORM.has(name)) return [name, values];
  return [`update_${event}_${PARTS[name] ?? name}`, values];
}

export const operations: Operation[] = [
  ofKind('AdAccount').list('activities', (ctx, node) => activities(ctx, node.id)),
  ofKind('AdSet').list('activities', (ctx, node) => activities(ctx, node.links.account!, node.id)),
];
