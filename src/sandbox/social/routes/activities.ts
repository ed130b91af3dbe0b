import { fromArray } from '../../paging.ts';
import { graphTime } from '../format.ts';
import { type Ctx, type Operation, ofKind, type Row } from '../graph/operation.ts';
import type { Kind } from '../state/shapes.ts';

const OBJECTS: Readonly<Record<string, { kind: Kind; type: string; event: string; created: string }>> = {
  campaign: { kind: 'Campaign', type: 'CAMPAIGN', event: 'campaign', created: 'create_campaign_group' },
  adset: { kind: 'AdSet', type: 'AD_SET', event: 'ad_set', created: 'create_ad_set' },
  ad: { kind: 'Ad', type: 'AD', event: 'ad', created: 'create_ad' },
};

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

/** Changes, newest first, from the sandbox's ledger, which knows neither the person nor the old value. */
function activities(ctx: Ctx, account: string, only?: string) {
  const [since, until] = [ctx.params.time('since') ?? 0, ctx.params.time('until') ?? Number.MAX_SAFE_INTEGER];
  const done = ctx.world.db
    .prepare(
      'SELECT at, kind, resource, id, detail FROM sandbox_ledger WHERE platform = ? AND account = ? AND at >= ? AND at <= ? ORDER BY seq DESC LIMIT ?',
    )
    .all('social', account, since, until, SHOWN_MAX);
  return fromArray(done.filter(({ id }) => only === undefined || id === only).flatMap((one) => rowsOf(ctx, one)));
}

function rowsOf(ctx: Ctx, { at, kind, resource, id, detail }: Record<string, unknown>): Row[] {
  const about = OBJECTS[String(resource)];
  const node = about && ctx.store.findKind(about.kind, String(id));
  if (!about || !node) return [];
  const changes = Object.entries((detail ? JSON.parse(String(detail)) : {}) as Row);
  const events =
    kind === 'create'
      ? [[about.created, undefined] as const]
      : changes.map(([name, value]) => eventOf(about.event, name, value));
  return events.map(([event_type, value]) => ({
    event_type,
    translated_event_type: event_type.replaceAll('_', ' '),
    event_time: graphTime(Number(at), 'UTC'),
    actor_name: 'Acme system user',
    object_id: id,
    object_name: (node.data as { name?: string }).name,
    object_type: about.type,
    ...(value !== undefined && { extra_data: JSON.stringify({ new_value: value }) }),
  }));
}

function eventOf(event: string, name: string, value: unknown): readonly [string, unknown] {
  return [`update_${event}_${PARTS[name] ?? name}`, value];
}

export const operations: Operation[] = [
  ofKind('AdAccount').list('activities', (ctx, node) => activities(ctx, node.id)),
  ofKind('AdSet').list('activities', (ctx, node) => activities(ctx, node.links.account!, node.id)),
];
