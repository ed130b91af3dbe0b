import type { Kysely } from 'kysely';

/** Plans that were made from spreadsheets, what came of each campaign in them, and what is remembered of sheets. */
export async function mediaPlans(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('media_plans')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('spreadsheet_id', 'text', (column) => column.notNull())
    .addColumn('tab', 'text', (column) => column.notNull())
    .addColumn('range', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('plan_id', 'text', (column) => column.references('plans.id'))
    .addColumn('counts', 'text', (column) => column.notNull())
    .addColumn('content', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('media_plans_in_order').on('media_plans').columns(['workspace_id', 'created_at']).execute();
  await schema.createIndex('media_plans_by_plan').on('media_plans').columns(['plan_id']).execute();
  await schema
    .createTable('media_plan_members')
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plans.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('campaign_id', 'text')
    .addColumn('made', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('media_plan_members_key', ['plan_id', 'position'])
    .execute();
  await remembered(db);
}

/** Facts about sheets and workspaces that outlive a plan. */
async function remembered({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('media_plan_links')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('spreadsheet_id', 'text', (column) => column.notNull())
    .addColumn('tab', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('campaign_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plans.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('media_plan_links_key', [
      'workspace_id',
      'spreadsheet_id',
      'tab',
      'channel',
      'account',
      'campaign_id',
    ])
    .execute();
  await schema
    .createTable('media_plan_mappings')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('spreadsheet_id', 'text', (column) => column.notNull())
    .addColumn('tab', 'text', (column) => column.notNull())
    .addColumn('mapping', 'text', (column) => column.notNull())
    .addColumn('set_by', 'text', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('media_plan_mappings_key', ['workspace_id', 'spreadsheet_id', 'tab'])
    .execute();
  await schema
    .createTable('media_plan_defaults')
    .addColumn('workspace_id', 'text', (column) => column.primaryKey().notNull().references('workspaces.id'))
    .addColumn('defaults', 'text', (column) => column.notNull())
    .addColumn('set_by', 'text', (column) => column.notNull())
    .addColumn('set_at', 'bigint', (column) => column.notNull())
    .execute();
}

export interface MediaPlanTables {
  media_plans: MediaPlanRow;
  media_plan_members: MediaPlanMemberRow;
  media_plan_links: MediaPlanLinkRow;
  media_plan_mappings: MediaPlanMappingRow;
  media_plan_defaults: MediaPlanDefaultsRow;
}

export interface MediaPlanRow {
  id: string;
  workspace_id: string;
  spreadsheet_id: string;
  tab: string;
  range: string;
  name: string;
  /** Null: nothing of it can be made or changed. */
  plan_id: string | null;
  /** JSON: campaigns by what becomes of them, and problems by their weight, so that a list opens no content. */
  counts: string;
  /** Sealed: the cells as they were read, their reading, and the calls. */
  content: Uint8Array;
  created_at: number;
  created_by: string;
}

export interface MediaPlanMemberRow {
  plan_id: string;
  position: number;
  workspace_id: string;
  channel: string;
  account: string;
  name: string;
  state: string;
  campaign_id: string | null;
  /** JSON: the ids that its calls have made so far, by key. */
  made: string;
  /** JSON. */
  error: string | null;
  /** How often one of its calls was refused and is tried again: part of the ids of later calls. */
  tries: number;
  updated_at: number;
}

/** A campaign that was made from a sheet, and the row it stood in. */
export interface MediaPlanLinkRow {
  workspace_id: string;
  spreadsheet_id: string;
  tab: string;
  channel: string;
  account: string;
  campaign_id: string;
  /** As the sheet called it. */
  name: string;
  row: number;
  plan_id: string;
  at: number;
}

interface MediaPlanMappingRow {
  workspace_id: string;
  spreadsheet_id: string;
  tab: string;
  /** JSON: column letters → meaning. */
  mapping: string;
  set_by: string;
  set_at: number;
}

interface MediaPlanDefaultsRow {
  workspace_id: string;
  /** JSON. */
  defaults: string;
  set_by: string;
  set_at: number;
}
