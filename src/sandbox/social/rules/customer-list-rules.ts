import { isObject } from '../../json.ts';
import { badParameter, GraphError } from '../errors.ts';
import { saveNode } from '../graph/changes.ts';
import type { Ctx, Recorder } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';

const ROWS_MAX = 10_000;
const SAMPLES_MAX = 5;
const KEYS = new Set(
  'EMAIL_SHA256 PHONE_SHA256 EMAIL PHONE EXTERN_ID GEN DOBY DOBM DOBD LN FN FI CT ST ZIP MADID COUNTRY UID APPUID MOBILE_ADVERTISER_ID LOOKALIKE_VALUE'.split(
    ' ',
  ),
);
const READABLE = new Set(['EXTERN_ID', 'MADID', 'UID', 'APPUID', 'MOBILE_ADVERTISER_ID', 'LOOKALIKE_VALUE']);

/** Rows of hashed people join a customer list or leave it; the same row counts once. */
export function changePeople(
  ctx: Ctx,
  node: GraphNode<'CustomAudience'>,
  record: Recorder,
  action: 'add' | 'remove',
): unknown {
  checkTerms(ctx, node.links.account!);
  const payload = ctx.params.object('payload');
  const rows = payload && Array.isArray(payload.data) ? payload.data : undefined;
  if (!payload || payload.schema === undefined || !rows)
    throw badParameter('The parameter payload needs schema and data', 'payload');
  if (rows.length > ROWS_MAX) throw badParameter(`payload[data] may hold ${ROWS_MAX} rows`, 'payload');
  if (node.data.subtype !== 'CUSTOM') throw badParameter('People can be added to customer lists only', 'payload');
  const schema = schemaOf(payload.schema);
  const people = rows.map((row) => personIn(schema, row, payload.is_raw === true));
  const known = people.filter((person) => person !== undefined);
  node.data.people = Math.max(0, node.data.people + ctx.store.changePeople(node.id, known, action));
  node.data.populated = ctx.world.now();
  const invalid = rows.length - known.length;
  saveNode(ctx, record, node, { action, received: rows.length, invalid });
  return {
    audience_id: node.id,
    session_id: String(sessionOf(ctx.params.object('session')) ?? node.seq),
    num_received: rows.length,
    num_invalid_entries: invalid,
    invalid_entry_samples: Object.fromEntries(
      rows
        .flatMap((row, at) => (people[at] === undefined ? [[JSON.stringify(row), 'invalid']] : []))
        .slice(0, SAMPLES_MAX),
    ),
  };
}

/** Uploading people's data takes an administrator's consent, account by account. */
export function checkTerms(ctx: Ctx, account: string): void {
  if (!ctx.store.need('AdAccount', account).data.terms_open) return;
  throw new GraphError(200, '(#200) Permissions error', {
    subcode: 1870034,
    title: 'Custom Audience Terms Not Accepted',
    userMessage: `Accept the Custom Audience terms at https://business.facebook.com/ads/manage/customaudiences/tos/?act=${account.slice('act_'.length)}.`,
  });
}

function schemaOf(schema: unknown): string[] {
  const keys = [schema].flat();
  const unknown = keys.find((key) => typeof key !== 'string' || !KEYS.has(key));
  if (unknown !== undefined) throw badParameter(`payload[schema] has an unknown key: ${String(unknown)}`, 'payload');
  return keys as string[];
}

function sessionOf(session: unknown): unknown {
  return isObject(session) ? (session as Json).session_id : undefined;
}

/** What identifies a person, or nothing when a value is no hash or the row has other columns than the schema. */
function personIn(schema: readonly string[], row: unknown, isRaw: boolean): string | undefined {
  const values = [row].flat();
  if (values.length !== schema.length) return undefined;
  const named = schema.flatMap((key, at) => (values[at] === '' ? [] : [[key, values[at]] as const]));
  const isFine = ([key, value]: readonly [string, unknown]) =>
    typeof value === 'string' && (isRaw || READABLE.has(key) || /^[0-9a-f]{64}$/i.test(value));
  return named.length > 0 && named.every(isFine) ? named.map(([key, value]) => `${key}=${value}`).join() : undefined;
}
