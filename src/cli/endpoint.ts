import { text } from 'node:stream/consumers';
import { ENDPOINT_KINDS, type Endpoint } from '../notices/endpoint.ts';
import { CHOSEN_EVENTS, type EventType } from '../notices/events.ts';
import type { Home } from '../process/home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { durationMs } from './duration.ts';
import { minute, moment } from './moments.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';
const BY_ID = 'Name the endpoint by its id; adhelm endpoint list shows them.';
const LOG_ROWS = 50;

export const endpoint = withVerbs(
  {
    name: 'endpoint',
    takes: 'list|add|remove|rotate|test|deliveries|replay [ID]',
    summary:
      'Where alerts, changes, leads and reports are told: signed webhooks, mails, Slack and Teams. A signing secret is shown once, when it is made.',
    options: {
      workspace: { type: 'string', meaning: 'list, add: workspace, by name or id', value: 'NAME' },
      kind: { type: 'string', meaning: `add: ${ENDPOINT_KINDS.join(', ')} (webhook when left out)`, value: 'KIND' },
      name: { type: 'string', meaning: 'add: what it is called', value: 'NAME' },
      to: { type: 'string', meaning: 'add: the URL or mail address; - reads it from standard input', value: 'ADDRESS' },
      events: { type: 'string', meaning: 'add: only these, separated by commas', value: 'LIST' },
      delivery: { type: 'string', meaning: 'replay: only this delivery, by its id', value: 'ID' },
      since: { type: 'string', meaning: 'replay: what failed in the last 24h, 5d … (default 5d)', value: 'TIME' },
    },
  },
  {
    list: { options: ['workspace'], run: list },
    add: { options: ['workspace', 'kind', 'name', 'to', 'events'], run: add },
    remove: { options: [], asksFor: BY_ID, run: remove },
    rotate: { options: [], asksFor: BY_ID, run: rotate },
    test: { options: [], asksFor: BY_ID, run: test },
    deliveries: { options: [], asksFor: BY_ID, run: deliveries },
    replay: { options: ['delivery', 'since'], asksFor: BY_ID, run: replay },
  },
);

async function list(home: Home, given: Given): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const found = await home.endpoints.list(workspace.id);
  if (given.json) given.print(JSON.stringify({ endpoints: found.map(shown) }));
  else
    given.print(
      found.length
        ? table(['id', 'kind', 'name', 'to', 'events', 'state'], found.map(rowOf))
        : `No endpoints yet. Add one: adhelm endpoint add --workspace ${JSON.stringify(workspace.name)} --name CRM --to https://…`,
    );
  return 0;
}

async function add(home: Home, given: Given): Promise<number> {
  const { id: workspaceId, organizationId } = await workspaceNamed(home, required(given, 'workspace'));
  const named = optional(given, 'kind') ?? 'webhook';
  const kind = ENDPOINT_KINDS.find((one) => one === named);
  if (!kind) throw new UsageError(`--kind is ${JSON.stringify(named)}; allowed: ${ENDPOINT_KINDS.join(', ')}.`);
  const to = required(given, 'to');
  const made = await home.endpoints.create(
    {
      workspaceId,
      organizationId,
      kind,
      name: required(given, 'name'),
      address: to === '-' ? (await text(process.stdin)).trim() : to,
      events: eventsOf(given),
    },
    ACTOR,
  );
  if (given.json) given.print(JSON.stringify({ endpoint: shown(made.endpoint), secret: made.secret ?? null }));
  else
    given.print(
      [
        `Added ${made.endpoint.id}: ${made.endpoint.address}.`,
        ...(made.secret ? [`Signing secret, shown only now: ${made.secret}`] : []),
        `Try it: adhelm endpoint test ${made.endpoint.id}`,
      ].join('\n'),
    );
  return 0;
}

async function remove(home: Home, given: Given, id: string): Promise<number> {
  await home.endpoints.remove(await placeOf(home, id), ACTOR);
  given.print(given.json ? JSON.stringify({ removed: id }) : 'Removed, with its log and what still waited.');
  return 0;
}

async function rotate(home: Home, given: Given, id: string): Promise<number> {
  const { endpoint, secret } = await home.endpoints.rotate(await placeOf(home, id), ACTOR);
  const until = moment(endpoint.previousSecretUntil);
  if (given.json) given.print(JSON.stringify({ secret, previous_secret_until: until }));
  else given.print(`New signing secret, shown only now: ${secret}\nThe one before works until ${until}.`);
  return 0;
}

async function test(home: Home, given: Given, id: string): Promise<number> {
  const attempt = await home.endpoints.test(await placeOf(home, id), ACTOR, new AbortController().signal);
  const { status, error, answer, ms } = attempt;
  if (given.json) given.print(JSON.stringify({ delivered: error === undefined, status, error, answer, ms }));
  else
    given.print(
      error === undefined
        ? `Delivered in ${ms} ms.`
        : [`Not delivered: ${error}`, ...(answer ? [`It says: ${answer}`] : [])].join('\n'),
    );
  return error === undefined ? 0 : 1;
}

async function deliveries(home: Home, given: Given, id: string): Promise<number> {
  const { workspaceId } = await placeOf(home, id);
  const page = await home.deliveryLog.page({ workspaceId, endpointId: id }, { limit: LOG_ROWS });
  const rows = page.deliveries.map(({ createdAt, nextAt, attempts, ...rest }) => ({
    ...rest,
    createdAt: moment(createdAt),
    nextAt: moment(nextAt),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: moment(at), ...attempt })),
  }));
  if (given.json) given.print(JSON.stringify({ deliveries: rows }));
  else
    given.print(
      rows.length
        ? table(
            ['id', 'when', 'event', 'what', 'state', 'tries', 'last answer'],
            page.deliveries.map(({ id, createdAt, type, title, state, attempts }) => {
              const last = attempts.at(-1);
              return [
                id,
                minute(createdAt),
                type,
                title,
                state,
                String(attempts.length),
                last ? (last.error ?? `${last.status ?? ''}`) : '',
              ];
            }),
          )
        : 'Nothing was sent there in the last 30 days.',
    );
  return 0;
}

async function replay(home: Home, given: Given, id: string): Promise<number> {
  const { workspaceId } = await placeOf(home, id);
  const of = { workspaceId, endpointId: id };
  const one = optional(given, 'delivery');
  if (one !== undefined && given.options.since !== undefined)
    throw new UsageError('--delivery and --since exclude each other.');
  let replayed = 1;
  if (one !== undefined) await home.deliveryLog.replay(of, one);
  else
    replayed = await home.deliveryLog.replayFailed(
      of,
      Date.now() - durationMs(optional(given, 'since') ?? '5d', 'since'),
    );
  given.print(
    given.json
      ? JSON.stringify({ replayed })
      : replayed === 0
        ? 'Nothing failed in that time.'
        : `${replayed} will be sent again by the running service, with the same webhook-id.`,
  );
  return 0;
}

/** An endpoint's id says which workspace it belongs to. */
async function placeOf(home: Home, id: string) {
  const row = await home.store.db
    .selectFrom('notice_endpoints')
    .innerJoin('workspaces', 'workspaces.id', 'notice_endpoints.workspace_id')
    .select(['workspace_id', 'organization_id'])
    .where('notice_endpoints.id', '=', id)
    .executeTakeFirst();
  if (row) return { id, workspaceId: row.workspace_id, organizationId: row.organization_id };
  throw new UsageError(`There is no endpoint ${JSON.stringify(id)}; adhelm endpoint list shows them.`);
}

function eventsOf(given: Given): EventType[] | undefined {
  const names = optional(given, 'events')
    ?.split(',')
    .map((name) => name.trim());
  return names?.map((name) => {
    const known = CHOSEN_EVENTS.find((type) => type === name);
    if (known) return known;
    throw new UsageError(`--events has ${JSON.stringify(name)}; there are: ${CHOSEN_EVENTS.join(', ')}.`);
  });
}

function rowOf({ id, kind, name, address, events, state, offBecause }: Endpoint): string[] {
  const chosen = events.length === CHOSEN_EVENTS.length ? 'all' : events.join(', ');
  return [id, kind, name, address, chosen, offBecause === undefined ? state : `${state}: ${offBecause}`];
}

function shown({ createdAt, failingSince, deliveredAt, previousSecretUntil, ...rest }: Endpoint) {
  return {
    ...rest,
    createdAt: moment(createdAt),
    failingSince: moment(failingSince),
    deliveredAt: moment(deliveredAt),
    previousSecretUntil: moment(previousSecretUntil),
  };
}
