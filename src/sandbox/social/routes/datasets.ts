import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../ambient.ts';
import { fromArray, type Source } from '../../paging.ts';
import { badParameter, newTraceId, sandboxLacks } from '../errors.ts';
import { graphTime } from '../format.ts';
import { createNode, given, readName, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, type Row, stored } from '../graph/operation.ts';
import { own } from '../graph/params.ts';
import { attribution } from '../rules/attribution.ts';
import { noteFired } from '../rules/custom-conversion-rules.ts';
import { readEvents } from '../rules/event-rules.ts';
import { eventsOf, type KeptEvent, keepEvent } from '../state/events.ts';
import type { GraphNode } from '../state.ts';

const account = ofKind('AdAccount');
const dataset = ofKind('AdsPixel');
const NAME_MAX = 200;
const USES = ['ADVERTISING_AND_ANALYTICS', 'ANALYTICS_ONLY', 'EMPTY'];

export const datasetType = dataset.type([], {
  ...stored('name'),
  creation_time: (_, { data }) => graphTime(data.created, 'UTC'),
  last_fired_time: (_, { data }) => (data.last_fired === undefined ? undefined : graphTime(data.last_fired, 'UTC')),
  is_unavailable: () => false,
  is_crm: () => false,
  enable_automatic_matching: (_, { data }) => data.enable_automatic_matching ?? false,
  data_use_setting: (_, { data }) => data.data_use_setting ?? 'ADVERTISING_AND_ANALYTICS',
  owner_ad_account: (ctx, { links }) => ctx.store.need('AdAccount', links.account),
  owner_business: (ctx, { links }) =>
    ctx.store.need('Business', ctx.store.need('AdAccount', links.account).data.business),
  code: (_, node) => `<script>fbq('init', '${node.id}'); fbq('track', 'PageView');</script>`,
});

/** Takes all events of a request or none. A test code shows them on the test page besides: they count like all others. */
function receive(ctx: Ctx, node: GraphNode<'AdsPixel'>, record: Recorder): unknown {
  const events = readEvents(ctx);
  const now = ctx.world.now();
  const ledTo = attribution(ctx.store, node.links.account);
  const testCode = ctx.params.text('test_event_code') || undefined;
  const kept = events.filter((event) =>
    keepEvent(ctx.store, event, { dataset: node.id, received: now, led: ledTo(event), testCode }),
  );
  noteFired(ctx.store, node, kept, now);
  node.data = { ...node.data, last_fired: now };
  ctx.store.save(node);
  const detail = { received: events.length, kept: kept.length, names: [...new Set(events.map(({ name }) => name))] };
  if (kept.length > 0) record({ kind: 'create', resource: 'event', id: node.id, account: node.links.account!, detail });
  return { events_received: events.length, messages: [], fbtrace_id: newTraceId() };
}

/** What an event counts under, for each way to count. */
const COUNTED: Record<string, (event: KeptEvent) => string[]> = {
  event: ({ name }) => [name],
  event_source: () => ['SERVER'],
  match_keys: ({ keys }) => keys,
  had_pii: ({ keys }) => [String(keys.some((key) => key === 'em' || key === 'ph'))],
  host: ({ url }) => (url === null ? [] : [hostOf(url)]),
};
const ELSEWHERE =
  'browser_type custom_data_field device_os device_type event_detection_method event_processing_results event_total_counts event_value_count match_keys pixel_fire url url_by_rule'.split(
    ' ',
  );

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** One row for each hour in which something was received. */
function statistics({ params, store, world }: Ctx, node: GraphNode<'AdsPixel'>): Source<Row> {
  const aggregation = params.text('aggregation') ?? 'event';
  const valuesOf = own(COUNTED, aggregation);
  if (!valuesOf && ELSEWHERE.includes(aggregation)) throw sandboxLacks(`statistics by ${aggregation}`);
  if (!valuesOf)
    throw badParameter(
      `Param aggregation must be one of {${[...Object.keys(COUNTED), ...ELSEWHERE].join(', ')}}`,
      'aggregation',
    );
  const until = params.time('end_time') ?? world.now() + 1;
  const from = params.time('start_time') ?? until - 7 * DAY_MS;
  const hours = new Map<number, Map<string, number>>();
  for (const event of eventsOf(store, node.id, from, until)) {
    if (event.isDropped) continue;
    const hour = event.received - (event.received % HOUR_MS);
    const counts = hours.get(hour) ?? new Map<string, number>();
    hours.set(hour, counts);
    for (const value of valuesOf(event)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return fromArray(
    [...hours].map(([hour, counts]) => ({
      start_time: Math.floor(hour / SECOND_MS),
      aggregation,
      data: [...counts].map(([value, count]) => ({ value, count })),
    })),
  );
}

export const operations: Operation[] = [
  account.list('adspixels', (ctx, node) => ctx.store.list('AdsPixel', { account: node.id })),
  account.create('adspixels', (ctx, node, record) => {
    const name = readName(ctx, NAME_MAX);
    if (name === undefined) throw badParameter('The parameter name is required', 'name');
    const data = { name, created: ctx.world.now() };
    return { id: createNode(ctx, record, 'AdsPixel', { account: node.id }, data).id };
  }),
  dataset.update((ctx, node, record) => {
    const changes = given({
      name: readName(ctx, NAME_MAX),
      enable_automatic_matching: ctx.params.boolean('enable_automatic_matching'),
      data_use_setting: ctx.params.oneOf('data_use_setting', USES),
    });
    node.data = { ...node.data, ...changes };
    saveNode(ctx, record, node, changes);
    return { success: true };
  }),
  dataset.create('events', receive, { scopes: ['ads_management', 'ads_read'] }),
  dataset.list('stats', statistics),
];
