import type { FastifyInstance } from 'fastify';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { camelCase } from '../catalogue/messages.ts';
import { findingOf } from '../data-manager/attribution.ts';
import { hasFixedWorth, keepConversion } from '../data-manager/conversions.ts';
import type { Event } from '../data-manager/messages.ts';
import { type AdsFault, adsError, partialFailureBody } from '../errors.ts';
import { type Doc, type Entity, type Store, storeOf, type Value } from '../state.ts';
import { readBody } from './body.ts';
import { checkMayWrite } from './mutate.ts';
import { type CustomerCall, customerRoute } from './wire.ts';

const ROWS_MAX = 2_000;
const NEW_ACTION_MS = 6 * HOUR_MS;
const ADJUSTABLE_AFTER_MS = 24 * HOUR_MS;
const ADJUSTABLE_UNTIL_MS = 54 * DAY_MS;

type Fault = { code: string; field?: string } | undefined;

/** Conversions in the older interface: their upload is closed to newcomers, what was counted can be adjusted. */
export function mountConversionUploads(app: FastifyInstance, world: World): void {
  const path = (verb: string) => `/customers/:customerId(^[^/:]+)::${verb}`;
  customerRoute(app, world, { method: 'POST', path: path('uploadClickConversions') }, (call) => {
    const body = readBody(call.request, 'services.UploadClickConversionsRequest');
    checkAllowed(call);
    return upload(call, body, { list: 'conversions', family: 'conversionUploadError', keep: keepClick });
  });
  customerRoute(app, world, { method: 'POST', path: path('uploadConversionAdjustments') }, (call) => {
    const body = readBody(call.request, 'services.UploadConversionAdjustmentsRequest');
    return upload(call, body, {
      ...{ list: 'conversion_adjustments', family: 'conversionAdjustmentUploadError', keep: adjust },
    });
  });
}

/** Projects that uploaded conversions in the first half of 2026 may go on; the others have the second interface. */
function checkAllowed({ world, caller }: CustomerCall): void {
  const project = storeOf(world)
    .prepare('SELECT uploads FROM search_projects WHERE client_id = ?')
    .get(caller.clientId);
  if (project?.uploads !== 'ALLOWED')
    throw adsError(
      'notAllowlistedError.CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE',
      'The customer is not allowlisted for using this feature.',
    );
}

interface Upload {
  list: 'conversions' | 'conversion_adjustments';
  family: string;
  /** What is wrong with a row; keeps it unless it is only checked. */
  keep(call: CustomerCall, row: Doc, isCheck: boolean): Fault;
}

/** Row by row: a failed one leaves an empty result at its place. */
function upload(call: CustomerCall, body: Doc, { list, family, keep }: Upload): unknown {
  checkMayWrite(call, [{ kind: 'conversion' }]);
  if (body.partial_failure !== true)
    throw adsError('partialFailureError.PARTIAL_FAILURE_MODE_REQUIRED', 'Partial failure is required.');
  const rows = (Array.isArray(body[list]) ? body[list] : []) as Doc[];
  if (rows.length === 0) throw adsError('requestError.REQUIRED_FIELD_MISSING', 'There are no rows.', { path: list });
  if (rows.length > ROWS_MAX)
    throw adsError('requestError.TOO_MANY_MUTATE_OPERATIONS', `At most ${ROWS_MAX} rows.`, { path: list });
  const isCheck = body.validate_only === true;
  const faults: AdsFault[] = [];
  const results = call.world.change((record) =>
    rows.map((row, at) => {
      const fault = keep(call, row, isCheck);
      if (!fault) {
        const id = String(row.order_id ?? row.gclid ?? '');
        if (!isCheck) record({ kind: 'update', resource: list, id, account: call.account.id });
        return resultOf(list, row);
      }
      const path = fault.field === undefined ? `${list}[${at}]` : `${list}[${at}].${fault.field}`;
      faults.push({ code: `${family}.${fault.code}`, message: 'The row was not taken.', path });
      return {};
    }),
  );
  return {
    ...(faults.length > 0 && { partialFailureError: partialFailureBody(faults, call) }),
    ...(!isCheck && { results }),
    jobId: String(body.job_id ?? storeOf(call.world).nextId()),
  };
}

/** What the result of a row repeats of it. */
const TOLD = {
  conversions: ['gclid', 'gbraid', 'wbraid', 'conversion_action', 'conversion_date_time'],
  conversion_adjustments: ['order_id', 'conversion_action', 'adjustment_date_time', 'adjustment_type'],
};

function resultOf(list: Upload['list'], row: Doc): Record<string, Value> {
  const told = TOLD[list].filter((name) => row[name] !== undefined);
  return Object.fromEntries(told.map((name) => [camelCase(name), row[name]]));
}

function actionIn({ world, account }: CustomerCall, row: Doc): Entity | undefined {
  const id =
    String(row.conversion_action ?? '')
      .split('/')
      .at(-1) ?? '';
  const action = storeOf(world).find(account.id, 'conversion_action', id);
  return action?.doc.status === 'REMOVED' ? undefined : action;
}

/** `2026-11-15 09:00:00+01:00` */
function momentIn(value: Value): number {
  const text = String(value ?? '');
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
}

const CLICK_FAULTS: Readonly<Record<string, string>> = {
  INVALID_GCLID: 'UNPARSEABLE_GCLID',
  INVALID_GBRAID: 'UNPARSEABLE_GBRAID',
  INVALID_WBRAID: 'UNPARSEABLE_WBRAID',
  OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER: 'INVALID_CUSTOMER_FOR_CLICK',
  DUPLICATE_GCLID: 'CLICK_CONVERSION_ALREADY_EXISTS',
  EVENT_TOO_OLD: 'EXPIRED_EVENT',
  INVALID_EVENT: 'CONVERSION_PRECEDES_EVENT',
};

function keepClick(call: CustomerCall, row: Doc, isCheck: boolean): Fault {
  const { world } = call;
  const action = actionIn(call, row);
  if (!action) return { code: 'NO_CONVERSION_ACTION_FOUND', field: 'conversion_action' };
  if (action.doc.type !== 'UPLOAD_CLICKS')
    return { code: 'INVALID_CONVERSION_ACTION_TYPE', field: 'conversion_action' };
  if (world.now() - Number(action.doc.made_at) < NEW_ACTION_MS)
    return { code: 'TOO_RECENT_CONVERSION_ACTION', field: 'conversion_action' };
  if (row.gbraid && row.wbraid) return { code: 'GBRAID_WBRAID_BOTH_SET' };
  const happenedAt = momentIn(row.conversion_date_time);
  if (Number.isNaN(happenedAt)) return { code: 'CONVERSION_PRECEDES_EVENT', field: 'conversion_date_time' };
  const { gclid, gbraid, wbraid, order_id: order } = row as Record<string, string | undefined>;
  const click = gclid ?? gbraid ?? wbraid;
  const key = order ?? `${click} ${happenedAt}`;
  if (conversionOf(storeOf(world), action, key))
    return { code: order === undefined ? 'CLICK_CONVERSION_ALREADY_EXISTS' : 'ORDER_ID_ALREADY_IN_USE' };
  const event: Event = {
    eventTimestamp: new Date(happenedAt).toISOString(),
    adIdentifiers: { ...(gclid && { gclid }), ...(gbraid && { gbraid }), ...(wbraid && { wbraid }) },
    consent: { adUserData: 'CONSENT_GRANTED' },
  };
  const found = findingOf(world, action, event, {});
  if (found.reason !== undefined) return { code: CLICK_FAULTS[found.reason] ?? 'EVENT_NOT_FOUND' };
  if (isCheck) return undefined;
  keepConversion(storeOf(world), action, {
    ...{ key, receivedAt: world.now(), happenedAt, click, unit: found.click?.unit, day: found.click?.day },
    ...{ value: row.conversion_value as number | undefined, currency: row.currency_code as string | undefined },
  });
  return undefined;
}

interface Conversion {
  received_at: number;
  happened_at: number;
  restated_at: number | null;
  retracted_at: number | null;
}

function conversionOf(store: Store, action: Entity, key: string): Conversion | undefined {
  return store
    .prepare('SELECT * FROM search_conversions WHERE customer = ? AND action = ? AND transaction_id = ?')
    .get(action.customer, action.key, key) as Conversion | undefined;
}

function adjust(call: CustomerCall, row: Doc, isCheck: boolean): Fault {
  const { world } = call;
  const action = actionIn(call, row);
  if (!action) return { code: 'NO_CONVERSION_ACTION_FOUND', field: 'conversion_action' };
  if (row.gclid_date_time_pair && row.order_id) return { code: 'GCLID_DATE_TIME_PAIR_AND_ORDER_ID_BOTH_SET' };
  const at = momentIn(row.adjustment_date_time);
  const store = storeOf(world);
  const key = String(row.order_id ?? '');
  const conversion = conversionOf(store, action, key);
  const fault = conversion ? untimely(world, conversion, row, at) : ('CONVERSION_NOT_FOUND' as const);
  if (fault !== undefined) return { code: fault };
  const restated = (row.restatement_value ?? {}) as Doc;
  if (row.adjustment_type === 'RESTATEMENT' && hasFixedWorth(action))
    return { code: 'CANNOT_RESTATE_CONVERSION_ACTION_THAT_ALWAYS_USES_DEFAULT_CONVERSION_VALUE' };
  if (isCheck) return undefined;
  const place = [action.customer, action.key, key];
  const where = 'WHERE customer = ? AND action = ? AND transaction_id = ?';
  if (row.adjustment_type === 'RETRACTION')
    store.prepare(`UPDATE search_conversions SET retracted_at = ? ${where}`).run(at, ...place);
  else
    store
      .prepare(`UPDATE search_conversions SET value = ?, currency = coalesce(?, currency), restated_at = ? ${where}`)
      .run(Number(restated.adjusted_value ?? 0), (restated.currency_code as string | undefined) ?? null, at, ...place);
  store.revision += 1;
  return undefined;
}

function untimely(world: World, conversion: Conversion, { adjustment_type: type }: Doc, at: number) {
  if (conversion.retracted_at !== null) return 'CONVERSION_ALREADY_RETRACTED';
  if (world.now() - conversion.received_at < ADJUSTABLE_AFTER_MS) return 'TOO_RECENT_CONVERSION';
  if (world.now() - conversion.happened_at > ADJUSTABLE_UNTIL_MS) return 'CONVERSION_EXPIRED';
  if (Number.isNaN(at) || at < conversion.happened_at) return 'ADJUSTMENT_PRECEDES_CONVERSION';
  if (type === 'RETRACTION' || conversion.restated_at === null) return undefined;
  if (at === conversion.restated_at) return 'RESTATEMENT_ALREADY_EXISTS';
  return at < conversion.restated_at ? 'MORE_RECENT_RESTATEMENT_FOUND' : undefined;
}
