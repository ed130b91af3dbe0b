import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { StatusError } from '../../google/status.ts';
import { queryOf } from '../../request-parts.ts';
import { authenticate, DATA_MANAGER_SCOPE, openAccount } from '../access.ts';
import { AdsError } from '../errors.ts';
import { WORKED_ON_MS } from '../metrics/sent-conversions.ts';
import { type Entity, storeOf } from '../state.ts';
import { findingOf } from './attribution.ts';
import { actionOf, type Violation, violationsIn } from './checks.ts';
import { hasFixedWorth, keepConversion } from './conversions.ts';
import { type Destination, type Event, type IngestRequest, readIngest } from './messages.ts';

const REQUESTS_A_MINUTE = 300;

/** The platform's second interface, which takes conversions: datamanager.googleapis.com. */
export function mountDataManager(app: FastifyInstance, world: World): void {
  const sent: number[] = [];
  route(app, 'POST', '/v1/events::ingest', (request) => {
    const now = world.elapsedMs();
    while (sent[0] !== undefined && sent[0] <= now - MINUTE_MS) sent.shift();
    if (sent.push(now) > REQUESTS_A_MINUTE) throw new StatusError(429);
    return ingest(world, request);
  });
  route(app, 'GET', '/v1/requestStatus::retrieve', (request) => statusOf(world, request));
}

function route(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  url: string,
  answer: (request: FastifyRequest) => unknown,
): void {
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      reply.header('content-type', 'application/json; charset=UTF-8');
      try {
        return answer(request);
      } catch (error) {
        if (!(error instanceof StatusError)) throw error;
        return refuse(reply, error);
      }
    },
  });
}

/** The ids of refused requests begin with `t-`; no status is kept for them. */
function refuse(reply: FastifyReply, error: StatusError): FastifyReply {
  const requestId = `t-${randomBytes(11).toString('base64url')}`;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: String(error.body().status),
    domain: 'datamanager.googleapis.com',
    metadata: { requestId },
  };
  const own = error.details.filter((detail) => detail['@type'] === info['@type']);
  const others = error.details.filter((detail) => detail['@type'] !== info['@type']);
  const details = [
    ...(own.length > 0 ? own : [info]),
    ...others,
    { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId },
  ];
  return reply.status(error.http).send({ error: error.body(details) });
}

function ingest(world: World, request: FastifyRequest): { requestId: string } {
  const caller = authenticate(world, request, DATA_MANAGER_SCOPE);
  const body = readIngest(request);
  for (const { operatingAccount, loginAccount } of body.destinations ?? []) {
    const customer = operatingAccount?.accountId ?? '';
    const login = loginAccount?.accountId;
    if (customer !== '') permit(() => openAccount(world, { caller, customer, login, version: 'v25' }));
  }
  const violations = violationsIn(world, body);
  if (violations.length > 0) throw problemWith(violations);
  const requestId = randomUUID();
  if (body.validateOnly !== true) keep(world, body, requestId);
  return { requestId };
}

/** An account that is not there and one that may not be used look the same here. */
function permit(open: () => { role: string }): void {
  try {
    const { role } = open();
    if (role !== 'READ_ONLY' && role !== 'EMAIL_ONLY') return;
  } catch (error) {
    if (!(error instanceof AdsError)) throw error;
  }
  throw new StatusError(403);
}

function problemWith(violations: readonly Violation[]): StatusError {
  const detail = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations };
  return new StatusError(400, 'There was a problem with the request.', [detail]);
}

function keep(world: World, body: IngestRequest, requestId: string): void {
  world.change((record) => {
    for (const destination of body.destinations ?? []) {
      const action = actionOf(world, destination)!;
      const reasons: Record<string, number> = {};
      const transactions: string[] = [];
      const events = (body.events ?? []).filter((event) => isFor(destination, event));
      for (const event of events) {
        const kept = keepEvent(world, action, event, body);
        if (kept.isNew) transactions.push(event.transactionId!);
        if (kept.reason !== undefined) reasons[kept.reason] = (reasons[kept.reason] ?? 0) + 1;
      }
      const row = [requestId, action.customer, action.key, world.now(), JSON.stringify(destination)];
      storeOf(world)
        .prepare('INSERT INTO search_ingests VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run(...row, events.length, JSON.stringify(reasons));
      const detail = { action: action.key, transactions };
      if (transactions.length > 0)
        record({ kind: 'create', resource: 'conversion', id: requestId, account: action.customer, detail });
    }
  });
}

/** An event that names no destination goes to all of them. */
function isFor({ reference }: Destination, { destinationReferences: named = [] }: Event): boolean {
  return named.length === 0 || named.includes(reference ?? '');
}

interface Kept {
  /** Not a transaction that came before. */
  isNew: boolean;
  /** Why it does not count. */
  reason?: string;
}

/** A transaction counts once; sent again with another value it changes that value. */
function keepEvent(world: World, action: Entity, event: Event, body: IngestRequest): Kept {
  const store = storeOf(world);
  const { transactionId = '', conversionValue, currency } = event;
  const told = hasFixedWorth(action) ? {} : { conversionValue, currency };
  const changed = store
    .prepare(
      `UPDATE search_conversions SET value = coalesce(?, value), currency = coalesce(?, currency)
       WHERE customer = ? AND action = ? AND transaction_id = ?`,
    )
    .run(told.conversionValue ?? null, told.currency ?? null, action.customer, action.key, transactionId);
  if (changed.changes > 0) {
    store.revision += 1;
    return { isNew: false };
  }
  const { click, reason } = findingOf(world, action, event, body);
  if (reason !== undefined) return { isNew: true, reason };
  const { gclid, gbraid, wbraid } = event.adIdentifiers ?? {};
  keepConversion(store, action, {
    ...{ key: transactionId, receivedAt: world.now(), happenedAt: Date.parse(event.eventTimestamp!) },
    ...{ click: gclid ?? gbraid ?? wbraid, unit: click?.unit, day: click?.day, value: conversionValue, currency },
  });
  return { isNew: true };
}

function statusOf(world: World, request: FastifyRequest): unknown {
  authenticate(world, request, DATA_MANAGER_SCOPE);
  const requestId = queryOf(request).get('requestId') ?? queryOf(request).get('request_id') ?? '';
  if (requestId === '')
    throw problemWith([
      { field: 'request_id', description: 'Required field is missing.', reason: 'REQUIRED_FIELD_MISSING' },
    ]);
  const rows = storeOf(world).prepare('SELECT * FROM search_ingests WHERE request_id = ?').all(requestId);
  if (rows.length === 0) throw new StatusError(404);
  return { requestStatusPerDestination: rows.map((row) => destinationStatus(world, row)) };
}

function destinationStatus(world: World, row: Record<string, unknown>): unknown {
  const reasons = Object.entries(JSON.parse(String(row.reasons)) as Record<string, number>);
  const failed = reasons.reduce((sum, [, count]) => sum + count, 0);
  const isReady = world.now() >= Number(row.received_at) + WORKED_ON_MS;
  const status = failed === 0 ? 'SUCCESS' : failed === row.events ? 'FAILED' : 'PARTIAL_SUCCESS';
  return {
    destination: JSON.parse(String(row.destination)),
    requestStatus: isReady ? status : 'PROCESSING',
    ...(isReady &&
      failed > 0 && {
        errorInfo: {
          errorCounts: reasons.map(([reason, count]) => ({ recordCount: String(count), reason: reasonName(reason) })),
        },
      }),
    eventsIngestionStatus: { recordCount: String(row.events) },
  };
}

/** One of the platform's own names lacks a word of the prefix. */
function reasonName(reason: string): string {
  return reason.startsWith('OPERATING_ACCOUNT') ? `PROCESSING_ERROR_${reason}` : `PROCESSING_ERROR_REASON_${reason}`;
}
