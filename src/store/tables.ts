import type { Outcome } from '../errors.ts';
import type { SendState } from '../tools/conversions/send-ledger.ts';
import type { PlanState } from '../tools/plan-desk.ts';
import type { BudgetTables } from './budget-tables.ts';
import type { HistoryTables } from './history-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { LeadTables } from './lead-rows.ts';
import type { MediaPlanTables } from './media-plan-tables.ts';
import type { MonitorTables } from './monitor-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { ScheduleTables } from './schedule-tables.ts';
import type { SpendTables } from './spend-rows.ts';

/**
 * The rows of the store. Times are milliseconds since the epoch and flags are 0 or 1, which SQLite and PostgreSQL both
 * know.
 */
export interface Tables
  extends LeadTables,
    SpendTables,
    JobTables,
    HistoryTables,
    MonitorTables,
    NoticeTables,
    BudgetTables,
    ScheduleTables,
    MediaPlanTables {
  organizations: OrganizationRow;
  workspaces: WorkspaceRow;
  members: MemberRow;
  api_keys: ApiKeyRow;
  connections: ConnectionRow;
  data_keys: DataKeyRow;
  root_secret: { id: number; wrapped: Uint8Array };
  audit_log: AuditRow;
  audit_head: AuditHeadRow;
  audit_start: AuditStartRow;
  idempotency: IdempotencyRow;
  usage_counts: UsageCountRow;
  people: PersonRow;
  sessions: { id: string; person_id: string; token: string };
  two_factors: { id: string; person_id: string };
  one_time_links: OneTimeLinkRow;
  processes: { instance_id: string; beats: number };
  spreadsheets: SpreadsheetRow;
  spreadsheet_pieces: { workspace_id: string; id: string; version: string; piece: number; data: Uint8Array };
  plans: PlanRow;
  policies: PolicyRow;
  stops: StopRow;
  stop_objects: StopObjectRow;
  conversion_sends: ConversionSendRow;
  undo_plans: UndoPlanRow;
  grants: GrantRow;
  oauth_clients: OAuthClientRow;
  oauth_artifacts: OAuthArtifactRow;
  write_probe: { id: number; filler: Uint8Array };
  kysely_migration: { name: string; timestamp: string };
}

interface OrganizationRow {
  id: string;
  name: string;
  created_at: number;
}

export interface WorkspaceRow {
  id: string;
  organization_id: string;
  name: string;
  currency: string;
  created_at: number;
  archived_at: number | null;
  /** Points a window for all its keys together; null: each key has its own limit only. */
  rate_points: number | null;
}

export interface MemberRow {
  id: string;
  organization_id: string;
  /** Null: a member of the whole organization. */
  workspace_id: string | null;
  email: string;
  role: string;
  created_at: number;
}

/** Better-auth's user. It writes the other columns itself. */
interface PersonRow {
  id: string;
  name: string;
  email: string;
  /** Whether a one-time link named the address; 0 or 1 with SQLite, here and below. */
  email_verified: number | boolean;
  two_factor_enabled: number | boolean | null;
}

export interface OneTimeLinkRow {
  id: string;
  purpose: 'set_up' | 'invitation';
  /** HMAC-SHA-256 of the link's secret, hex. The secret itself is not stored. */
  digest: string;
  organization_id: string;
  /** Null: for the whole organization. */
  workspace_id: string | null;
  /** Null: for the first person that opens it. */
  email: string | null;
  role: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface ApiKeyRow {
  id: string;
  workspace_id: string;
  name: string;
  /** HMAC-SHA-256 of the key under the pepper, hex. The key itself is not stored. */
  digest: string;
  last_four: string;
  /** JSON array, or null for every channel. */
  channels: string | null;
  read_only: number;
  organization_wide: number;
  rate_points: number | null;
  created_at: number;
  created_by: string;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** The key this one was rolled from. */
  replaces: string | null;
  /** Whether it may see what people wrote into lead forms. */
  personal_data: number;
  /** Whether it may write code of its own into tags of websites. */
  custom_html: number;
}

/** Access that a person gave to a client. Its id, workspace, channels, limits and times are those of its `api_keys` row. */
interface GrantRow {
  id: string;
  person_id: string;
  client_id: string;
  client_name: string;
  redirect_host: string;
  /** The address it was given for: a channel's, `/mcp`, or the origin. */
  resource: string;
}

/** A client that registered itself. */
interface OAuthClientRow {
  id: string;
  /** JSON object, without the client's secret, which is derived from its id. */
  metadata: string;
  created_at: number;
  /** When a person first gave it access; null: never. */
  used_at: number | null;
}

/** A code, token or sign-in under way of the authorization server. */
export interface OAuthArtifactRow {
  /** HMAC-SHA-256 of the code or token, hex. */
  digest: string;
  kind: string;
  grant_id: string | null;
  /** JSON object, without the code or token itself. */
  payload: string;
  /** The address an access token was issued for. */
  resource: string | null;
  expires_at: number;
  consumed_at: number | null;
}

export interface ConnectionRow {
  id: string;
  workspace_id: string;
  channel: string;
  mode: 'sandbox' | 'live';
  account: string | null;
  /** JSON object of text. */
  options: string;
  /** Sealed by the vault. */
  credentials: Uint8Array;
  version: number;
  status: string;
  updated_at: number;
  /** The account name that the platform gave when it was connected. */
  identity: string | null;
}

interface DataKeyRow {
  workspace_id: string;
  /** The workspace's data key, sealed under the master key. */
  wrapped: Uint8Array;
  created_at: number;
}

export interface AuditRow {
  seq: number;
  at: number;
  organization_id: string | null;
  workspace_id: string | null;
  actor: string;
  action: string;
  phase: 'event' | 'intent' | 'outcome';
  call_id: string | null;
  /** JSON. */
  detail: string;
  hash: string;
}

export interface AuditHeadRow {
  id: number;
  seq: number;
  seal: string;
}

/** What stands for the entries that were removed, all up to `seq`. */
export interface AuditStartRow {
  id: number;
  seq: number;
  /** The seal of the last removed entry, which the next one's hash covers. */
  seal: string;
  /** Over all removed entries, for checkpoints that were made of them. */
  digest: string;
  /** When they were removed. */
  at: number;
  /** Proves that the service wrote the row. */
  proof: string;
}

export interface IdempotencyRow {
  workspace_id: string;
  key: string;
  fingerprint: string;
  call_id: string;
  instance_id: string;
  state: 'running' | 'done' | 'abandoned';
  deadline_at: number;
  expires_at: number;
  /** Sealed by the vault; null until the call has finished, and when it was too long to keep. */
  reply: Uint8Array | null;
  /** The API key that claimed it. */
  owner: string;
  /** How the call ended, for when its reply is not kept. */
  outcome: Outcome | null;
  reply_bytes: number;
}

interface SpreadsheetRow {
  workspace_id: string;
  id: string;
  /** The sum of its pieces. */
  version: string;
  /** JSON. */
  description: string;
  bytes: number;
}

export interface ConversionSendRow {
  workspace_id: string;
  /** Channel, account and destination in one text. */
  place: string;
  event_id: string;
  channel: string;
  account: string;
  destination: string;
  is_test: number;
  event: string;
  happened_at: number;
  /** Decimal text, major units. */
  amount: string | null;
  currency: string | null;
  source: string;
  state: SendState;
  field: string | null;
  why: string | null;
  reference: string | null;
  tries: number;
  first_at: number;
  /** Of the last try. */
  at: number;
}

export interface StopRow {
  id: string;
  workspace_id: string;
  reason: string | null;
  /** The name of the key or person. */
  started_by: string;
  started_at: number;
  /** JSON: what the last call could not stop, and why. */
  not_stopped: string;
  /** Null while something of its list may still be paused. */
  closed_at: number | null;
}

export interface StopObjectRow {
  stop_id: string;
  workspace_id: string;
  channel: string;
  account: string;
  object_id: string;
  level: string;
  name: string;
  status_before: string;
  state: 'pausing' | 'stopped' | 'not_stopped' | 'resumed' | 'left';
  settled_at: number | null;
  /** Decimal text, major units. */
  a_day: string | null;
  currency: string | null;
}

interface UsageCountRow {
  /** Start of the hour. */
  hour: number;
  key_id: string;
  tool: string;
  calls: number;
  errors: number;
  points: number;
}

export interface PlanRow {
  id: string;
  organization_id: string;
  workspace_id: string;
  channel: string;
  tool: string;
  class: string;
  state: PlanState;
  /** The key or person that asked for it. */
  requester: string;
  reason: string | null;
  /** SHA-256 of everything that a person agrees to, hex. */
  hash: string;
  /** The same for the same change by the same requester: asked for twice, it waits once. */
  sameness: string;
  /** Arguments, request and difference, sealed by the vault: they may hold what no page shows. */
  facts: Uint8Array;
  /** How it ended, sealed. */
  result: Uint8Array | null;
  /** JSON array of {by, at}. */
  approvals: string;
  decision_note: string | null;
  /** The process that applies it. */
  instance_id: string | null;
  call_id: string | null;
  created_at: number;
  expires_at: number;
  /** An approved plan that has to wait for its platform is not tried before. */
  retry_at: number | null;
  /** How often it had to wait. */
  retries: number;
  /** Of the last step, by whichever person, key or process took it. */
  decided_at: number | null;
  decided_by: string | null;
}

/** A change that a plan takes back. */
interface UndoPlanRow {
  plan_id: string;
  workspace_id: string;
  /** The audit entry of the change's intent. */
  change_seq: number;
}

/** What may be done without asking, in a workspace or with one key. */
interface PolicyRow {
  scope_id: string;
  version: number;
  /** JSON object. */
  rules: string;
  updated_at: number;
  updated_by: string;
}
