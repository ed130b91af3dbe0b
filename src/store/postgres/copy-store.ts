import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Failure } from '../../errors.ts';
import type { Store } from '../store.ts';

/** Every table that is copied, with its key; a table comes after those it refers to. */
export const COPIED: Readonly<Record<string, readonly string[]>> = {
  organizations: ['id'],
  workspaces: ['id'],
  members: ['id'],
  people: ['id'],
  sessions: ['id'],
  sign_ins: ['id'],
  verifications: ['id'],
  two_factors: ['id'],
  one_time_links: ['id'],
  api_keys: ['id'],
  grants: ['id'],
  oauth_clients: ['id'],
  oauth_artifacts: ['digest'],
  connections: ['id'],
  data_keys: ['workspace_id'],
  root_secret: ['id'],
  audit_log: ['seq'],
  audit_head: ['id'],
  audit_start: ['id'],
  idempotency: ['workspace_id', 'key'],
  usage_counts: ['hour', 'key_id', 'tool'],
  plans: ['id'],
  policies: ['scope_id'],
  undo_plans: ['plan_id', 'change_seq'],
  spend_limits: ['scope_id', 'kind', 'currency'],
  spend_holds: ['id'],
  spend_shares: ['key_id', 'mode', 'channel', 'account', 'line'],
  stops: ['id'],
  stop_objects: ['stop_id', 'channel', 'account', 'level', 'object_id'],
  leads: ['workspace_id', 'channel', 'mode', 'lead_id'],
  lead_accounts: ['workspace_id', 'channel', 'mode', 'lead_id', 'account'],
  lead_marks: ['workspace_id', 'mark', 'channel', 'mode', 'lead_id'],
  erased_leads: ['workspace_id', 'channel', 'mode', 'lead_id'],
  lead_pulls: ['workspace_id', 'channel', 'mode', 'account'],
  lead_addresses: ['workspace_id', 'channel'],
  lead_pushes: ['workspace_id', 'channel', 'mark'],
  conversion_sends: ['workspace_id', 'place', 'event_id'],
  jobs: ['id'],
  daily_accounts: ['workspace_id', 'channel', 'mode', 'account'],
  daily_campaigns: ['workspace_id', 'channel', 'mode', 'account', 'campaign'],
  daily_figures: ['workspace_id', 'channel', 'mode', 'account', 'month', 'campaign'],
  notice_endpoints: ['id'],
  notice_events: ['workspace_id', 'id'],
  notice_attachments: ['workspace_id', 'event_id', 'place'],
  notice_cursors: ['name'],
  notice_deliveries: ['id'],
  monitors: ['id'],
  monitor_verdicts: ['monitor_id', 'subject', 'window'],
  alerts: ['id'],
  budget_plans: ['workspace_id', 'month'],
  schedules: ['id'],
  schedule_runs: ['schedule_id', 'period'],
  scheduled_changes: ['plan_id'],
  media_plans: ['id'],
  media_plan_members: ['plan_id', 'position'],
  media_plan_links: ['workspace_id', 'spreadsheet_id', 'tab', 'channel', 'account', 'campaign_id'],
  media_plan_mappings: ['workspace_id', 'spreadsheet_id', 'tab'],
  media_plan_defaults: ['workspace_id'],
};

/** Tables that belong to the place and not to the content; spreadsheets are files in a data folder, and snapshots are read again. */
export const NOT_COPIED = ['processes', 'write_probe', 'spreadsheets', 'spreadsheet_pieces', 'spend_snapshots'];

export interface CopiedTable {
  table: string;
  rows: number;
  /** SHA-256 of all its rows in the order of their keys. */
  checksum: string;
}

export interface CopyProgress {
  table: string;
  step: 'copying' | 'comparing';
  rowsDone: number;
  rowsTotal: number;
}

type Row = Record<string, unknown>;
type Database = Kysely<Record<string, Row>>;

/** A batch is one statement, hence inserted as a whole or not at all. */
const BATCH_ROWS = 250;
/** A table in the target while the copy is incomplete: a service refuses to start on it. */
const UNFINISHED = 'unfinished_copy';

/**
 * Copies a store into an empty PostgreSQL database, or continues an earlier copy that was cut off: every table is
 * copied in the order of its key, so the rows that are there show how far it came. Then all rows of both are read and
 * compared.
 */
export async function copyStore(
  source: Store,
  target: Store,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedTable[]> {
  const [from, to] = [source, target].map(({ db }) => db as unknown as Database) as [Database, Database];
  await claimTarget(to);
  await withoutRollReference(to, async () => {
    for (const table of Object.keys(COPIED)) await copyTable(from, to, table, onProgress);
  });
  const compared: CopiedTable[] = [];
  for (const table of Object.keys(COPIED)) compared.push(await compareTable(from, to, table, onProgress));
  return compared;
}

/**
 * From here on a service may start on it. Without `analyze`, PostgreSQL would plan badly until it counts the rows,
 * minutes later.
 */
export async function finishCopy({ db }: Store): Promise<void> {
  await sql`analyze`.execute(db);
  await sql`drop table ${sql.table(UNFINISHED)}`.execute(db);
}

async function claimTarget(to: Database): Promise<void> {
  if (await isUnfinished(to)) return;
  for (const table of Object.keys(COPIED)) if ((await countOf(to, table)) > 0) throw notEmpty(table);
  await sql`create table ${sql.table(UNFINISHED)} ()`.execute(to);
}

export async function isUnfinished(db: Kysely<never> | Database): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${UNFINISHED})::text as found`.execute(db);
  return rows[0]?.found !== null;
}

/** A rolled key refers to the one before, which may come later in the order of ids. */
async function withoutRollReference(to: Database, work: () => Promise<void>): Promise<void> {
  await sql`alter table api_keys drop constraint if exists api_keys_replaces_fkey`.execute(to);
  await work();
  await sql`alter table api_keys add constraint api_keys_replaces_fkey foreign key (replaces) references api_keys (id)`.execute(
    to,
  );
}

async function copyTable(
  from: Database,
  to: Database,
  table: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const rowsTotal = await countOf(from, table);
  let rowsDone = await countOf(to, table);
  let last = await lastRow(to, table);
  const types = await typesOf(to, table);
  for (;;) {
    onProgress({ table, step: 'copying', rowsDone, rowsTotal });
    const rows = await rowsAfter(from, table, last);
    if (rows.length === 0) return;
    await to
      .insertInto(table)
      .values(rows.map((row) => asTyped(row, types)))
      .execute();
    last = rows.at(-1);
    rowsDone += rows.length;
  }
}

async function compareTable(
  from: Database,
  to: Database,
  table: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedTable> {
  const rowsTotal = await countOf(from, table);
  const types = await typesOf(to, table);
  const onRows = (rowsDone: number) => onProgress({ table, step: 'comparing', rowsDone, rowsTotal });
  const ours = await checksumOf(from, table, types, onRows);
  const theirs = await checksumOf(to, table, types, () => {});
  if (ours.checksum !== theirs.checksum) throw different(table, ours.rows, theirs.rows);
  return { table, ...ours };
}

async function checksumOf(db: Database, table: string, types: Types, onRows: (rows: number) => void) {
  const hash = createHash('sha256');
  let rows = 0;
  for (let last: Row | undefined; ; onRows(rows)) {
    const page = await rowsAfter(db, table, last);
    if (page.length === 0) return { rows, checksum: hash.digest('hex') };
    for (const row of page) hash.update(`${JSON.stringify(comparable(row, types))}\n`);
    last = page.at(-1);
    rows += page.length;
  }
}

function rowsAfter(db: Database, table: string, last: Row | undefined): Promise<Row[]> {
  const key = COPIED[table]!;
  let query = db.selectFrom(table).selectAll().limit(BATCH_ROWS);
  for (const column of key) query = query.orderBy(column);
  if (last) {
    const [columns, values] = [key.map((column) => sql.ref(column)), key.map((column) => sql`${last[column]}`)];
    query = query.where(sql<boolean>`(${sql.join(columns)}) > (${sql.join(values)})`);
  }
  return query.execute();
}

function lastRow(db: Database, table: string): Promise<Row | undefined> {
  let query = db.selectFrom(table).selectAll().limit(1);
  for (const column of COPIED[table]!) query = query.orderBy(column, 'desc');
  return query.executeTakeFirst();
}

async function countOf(db: Database, table: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type Types = ReadonlyMap<string, string>;

async function typesOf(db: Database, table: string): Promise<Types> {
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  return new Map(columns.map(({ name, dataType }) => [name, dataType]));
}

/** SQLite keeps times as text and flags as 0 and 1. */
function asTyped(row: Row, types: Types): Row {
  return mapped(row, (value, column) => {
    if (types.get(column) === 'timestamptz') return new Date(value as string);
    return types.get(column) === 'bool' ? Boolean(value) : value;
  });
}

/** The same text for the same value, whichever store it was read from; columns by their names. */
function comparable(row: Row, types: Types): unknown[] {
  const typed = mapped(asTyped(row, types), (value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
  return Object.keys(typed)
    .sort()
    .map((column) => [column, typed[column]]);
}

function mapped(row: Row, change: (value: unknown, column: string) => unknown): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value === null ? null : change(value, column)]),
  );
}

function notEmpty(table: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `The database of ADHELM_DATABASE_URL holds something already (in ${table}).`,
    nextStep: 'Name an empty database. Nothing was changed.',
  });
}

function different(table: string, ours: number, theirs: number): Failure {
  return new Failure({
    code: 'conflict',
    message: `The copy of ${table} (${theirs} rows) is not what the data folder holds (${ours} rows): it was changed since the copy was begun.`,
    nextStep: 'Copy into an empty database. The data folder was not changed.',
  });
}
