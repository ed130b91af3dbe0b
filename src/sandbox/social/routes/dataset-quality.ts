import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { canSee } from '../access.ts';
import { badParameter, missingObject } from '../errors.ts';
import { parseFields } from '../graph/field-selection.ts';
import type { Ctx, Operation, Row } from '../graph/operation.ts';
import { eventsOf, type KeptEvent } from '../state/events.ts';

/** Quality is told of the last week, a day late. Our choice: the platform says only that it takes a while. */
const DELAY_MS = DAY_MS;
const WINDOW_MS = 7 * DAY_MS;

/** Names of the keys in the platform's feedback, and what each adds to a score of ten at most. */
const KEYS: Record<string, { identifier: string; weight: number }> = {
  em: { identifier: 'email', weight: 3 },
  ph: { identifier: 'phone', weight: 2 },
  fbc: { identifier: 'fbc', weight: 2 },
  external_id: { identifier: 'external_id', weight: 1 },
  fbp: { identifier: 'fbp', weight: 0.5 },
  client_ip_address: { identifier: 'ip_address', weight: 0.5 },
  client_user_agent: { identifier: 'user_agent', weight: 0.5 },
  fn: { identifier: 'first_name', weight: 0.2 },
  ln: { identifier: 'last_name', weight: 0.3 },
};

function qualityOf(ctx: Ctx): Row {
  const id = ctx.params.requiredText('dataset_id');
  const dataset = ctx.store.findKind('AdsPixel', id);
  if (!dataset || !canSee(ctx.session, dataset)) throw missingObject(id, 'get');
  const [web] = parseFields(ctx.params.text('fields') ?? '').filter(({ name }) => name === 'web');
  if (!web) throw badParameter('The parameter fields must ask for web', 'fields');
  const until = ctx.world.now() - DELAY_MS;
  const events = eventsOf(ctx.store, id, until - WINDOW_MS, until).filter(({ source }) => source === 'website');
  return {
    web: [...Map.groupBy(events, ({ name }) => name)].map(([event_name, group]) =>
      narrowed({ event_name, ...measuresOf(group) }, web.inner),
    ),
  };
}

function measuresOf(events: readonly KeptEvent[]): Row {
  const shareOf = (key: string) => events.filter(({ keys }) => keys.includes(key)).length / events.length;
  const filled = Object.entries(KEYS).map(([key, known]) => ({ ...known, share: shareOf(key) }));
  const score = filled.reduce((sum, { weight, share }) => sum + weight * share, 0);
  const late = events.filter(({ at, received }) => received - at > HOUR_MS).length;
  return {
    event_match_quality: {
      composite_score: Math.round(score * 10) / 10,
      match_key_feedback: filled
        .filter(({ share }) => share > 0)
        .map(({ identifier, share }) => ({ identifier, coverage: { percentage: percent(share) } })),
      diagnostics:
        late === 0
          ? []
          : [
              {
                name: 'Events are received late',
                description: 'Events arrive more than an hour after they happened.',
                solution: 'Send events as they happen.',
                percentage: percent(late / events.length),
                affected_event_count: late,
                total_event_count: events.length,
              },
            ],
    },
    event_coverage: { percentage: 0, goal_percentage: 75 },
    data_freshness: { upload_frequency: late === 0 ? 'real_time' : 'daily' },
  };
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10;
}

/** As `{…}` behind a field asks; only what was asked for is told. */
function narrowed(value: unknown, inner: string | undefined): unknown {
  if (inner === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => narrowed(item, inner));
  return Object.fromEntries(
    parseFields(inner).map((field) => {
      if (!Object.hasOwn(value, field.name))
        throw badParameter(`Tried accessing nonexisting field (${field.name}) on node type (AdsDataset)`);
      return [field.key, narrowed((value as Row)[field.name], field.inner)];
    }),
  );
}

export const operations: Operation[] = [
  { method: 'GET', on: 'Root', edge: 'dataset_quality', scopes: ['ads_read', 'ads_management'], read: qualityOf },
];
