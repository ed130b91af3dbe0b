import { sql, type Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import { Turns } from '../event-loop/turns.ts';
import type { MediaPlanLinkRow, MediaPlanMemberRow, MediaPlanRow } from '../store/media-plan-tables.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { ColumnMeaning, PlanDefaults } from '../tools/media-plan-desk.ts';
import type { MemberState, PlanMember } from '../tools/plan-members.ts';
import { parseLarge } from '../upstream/large-json.ts';
import type { Vault } from '../vault/vault.ts';
import type { ListedMediaPlan, MediaPlan, MediaPlanContent, MediaPlanCounts } from './media-plan.ts';

/** A tab of a spreadsheet. */
export interface SheetPlace {
  workspaceId: string;
  spreadsheetId: string;
  tab: string;
}

/** What has come of a member so far. */
export interface MemberProgress {
  position: number;
  state: MemberState;
  campaignId: string | undefined;
  /** The ids that its calls have made, by key. */
  made: Readonly<Record<string, string>>;
  error: PlanMember['error'];
  /** How often one of its calls was refused and is tried again. */
  tries: number;
  updatedAt: number;
}

export type NewMediaPlan = Omit<MediaPlan, 'id' | 'createdAt'>;

const INSERTED_AT_ONCE = 200;

/** Media plans with their members, and what is remembered of sheets and workspaces. */
export class StoredMediaPlans {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #ambient: Ambient;

  constructor(store: Store, vault: Vault, ambient: Ambient) {
    this.#store = store;
    this.#vault = vault;
    this.#ambient = ambient;
  }

  /** Keeps a media plan, its members waiting. The plan that people approve is made before. */
  async save(draft: NewMediaPlan): Promise<MediaPlan> {
    const id = newId(this.#ambient, 'media');
    const now = this.#ambient.now();
    const { workspaceId, planId, content } = draft;
    const sealed = await this.#vault.seal(workspaceId, contextOf(id), await textInTurns(content));
    await this.#store.transaction(async (tx) => {
      await tx
        .insertInto('media_plans')
        .values({
          id,
          workspace_id: workspaceId,
          spreadsheet_id: draft.spreadsheetId,
          tab: draft.tab,
          range: draft.range,
          name: draft.name,
          plan_id: planId ?? null,
          counts: JSON.stringify(countsOf(content)),
          content: sealed,
          created_at: now,
          created_by: draft.createdBy,
        })
        .execute();
      if (planId === undefined) return;
      const rows = content.members.map(({ position, channel, account, campaign, before }) => ({
        plan_id: planId,
        position,
        workspace_id: workspaceId,
        channel,
        account,
        name: campaign.name,
        state: 'waiting',
        campaign_id: before?.id ?? null,
        made: '{}',
        error: null,
        tries: 0,
        updated_at: now,
      }));
      // One statement a member would hold the thread for a plan of a thousand.
      for (let at = 0; at < rows.length; at += INSERTED_AT_ONCE)
        await tx
          .insertInto('media_plan_members')
          .values(rows.slice(at, at + INSERTED_AT_ONCE))
          .execute();
    });
    return { ...draft, id, createdAt: now };
  }

  /** The last reading in the place of the one before, for the same plan: its members are the same, its problems may not be. */
  async renew({ id, workspaceId }: Pick<MediaPlan, 'id' | 'workspaceId'>, content: MediaPlanContent): Promise<void> {
    const sealed = await this.#vault.seal(workspaceId, contextOf(id), await textInTurns(content));
    await this.#store.db
      .updateTable('media_plans')
      .set({ content: sealed, counts: JSON.stringify(countsOf(content)) })
      .where('id', '=', id)
      .execute();
  }

  async find(workspaceId: string, id: string): Promise<MediaPlan | undefined> {
    return this.#read(await this.#of(workspaceId).where('id', '=', id).executeTakeFirst());
  }

  async ofPlan(workspaceId: string, planId: string): Promise<MediaPlan | undefined> {
    return this.#read(await this.#of(workspaceId).where('plan_id', '=', planId).executeTakeFirst());
  }

  /** Newest first, without their content. */
  async list(workspaceIds: readonly string[], limit: number): Promise<ListedMediaPlan[]> {
    const rows = await this.#store.db
      .selectFrom('media_plans')
      .select(['id', 'workspace_id', 'spreadsheet_id', 'tab', 'range', 'name', 'plan_id', 'created_at', 'created_by'])
      .select('counts')
      .where('workspace_id', 'in', workspaceIds)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...headOf(row), counts: JSON.parse(row.counts) as MediaPlanCounts }));
  }

  #of(workspaceId: string) {
    return this.#store.db.selectFrom('media_plans').selectAll().where('workspace_id', '=', workspaceId);
  }

  async #read(row: MediaPlanRow | undefined): Promise<MediaPlan | undefined> {
    if (!row) return undefined;
    const text = await this.#vault.open(row.workspace_id, contextOf(row.id), row.content);
    // A plan of thousands of rows is megabytes: parsed at once it would hold the thread.
    const content = await new Turns().through(parseLarge(Buffer.from(text)));
    return { ...headOf(row), content: content as MediaPlanContent };
  }

  async members(planId: string): Promise<MemberProgress[]> {
    const rows = await this.#store.db
      .selectFrom('media_plan_members')
      .selectAll()
      .where('plan_id', '=', planId)
      .orderBy('position')
      .execute();
    return rows.map(progressOf);
  }

  /** False: the member is in another state by now, so nothing was done. */
  async moveMember(
    planId: string,
    position: number,
    from: readonly MemberState[],
    to: Omit<MemberProgress, 'position' | 'updatedAt' | 'tries'> & { tries?: number },
    alongside?: (tx: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('media_plan_members')
        .set({
          state: to.state,
          campaign_id: to.campaignId ?? null,
          made: JSON.stringify(to.made),
          error: to.error ? JSON.stringify(to.error) : null,
          ...(to.tries !== undefined && { tries: to.tries }),
          updated_at: this.#ambient.now(),
        })
        .where('plan_id', '=', planId)
        .where('position', '=', position)
        .where('state', 'in', from)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await alongside?.(tx);
      return true;
    });
  }

  /** Failed members wait again, to be tried under new ids. */
  async retryFailed(tx: Transaction<Tables>, planId: string): Promise<void> {
    await tx
      .updateTable('media_plan_members')
      .set({ state: 'waiting', error: null, tries: sql<number>`tries + 1`, updated_at: this.#ambient.now() })
      .where('plan_id', '=', planId)
      .where('state', '=', 'failed')
      .execute();
  }

  /** Remembers in the same transaction that a campaign belongs to a row of a sheet. */
  async link(tx: Transaction<Tables>, link: Omit<MediaPlanLinkRow, 'at'>): Promise<void> {
    const changed = { name: link.name, row: link.row, plan_id: link.plan_id, at: this.#ambient.now() };
    await tx
      .insertInto('media_plan_links')
      .values({ ...link, ...changed })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'spreadsheet_id', 'tab', 'channel', 'account', 'campaign_id'])
          .doUpdateSet(changed),
      )
      .execute();
  }

  async links({ workspaceId, spreadsheetId, tab }: SheetPlace): Promise<MediaPlanLinkRow[]> {
    const rows = await this.#store.db
      .selectFrom('media_plan_links')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('tab', '=', tab)
      .orderBy('row')
      .execute();
    return rows.map((row) => ({ ...row, at: Number(row.at) }));
  }

  async mapping({ workspaceId, spreadsheetId, tab }: SheetPlace): Promise<Record<string, ColumnMeaning>> {
    const row = await this.#store.db
      .selectFrom('media_plan_mappings')
      .select('mapping')
      .where('workspace_id', '=', workspaceId)
      .where('spreadsheet_id', '=', spreadsheetId)
      .where('tab', '=', tab)
      .executeTakeFirst();
    return row ? JSON.parse(row.mapping) : {};
  }

  async keepMapping(place: SheetPlace, mapping: Record<string, ColumnMeaning>, setBy: string): Promise<void> {
    const { workspaceId: workspace_id, spreadsheetId: spreadsheet_id, tab } = place;
    const values = { mapping: JSON.stringify(mapping), set_by: setBy, set_at: this.#ambient.now() };
    await this.#store.transaction((tx) =>
      tx
        .insertInto('media_plan_mappings')
        .values({ workspace_id, spreadsheet_id, tab, ...values })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'spreadsheet_id', 'tab']).doUpdateSet(values))
        .execute(),
    );
  }

  async defaults(workspaceId: string): Promise<PlanDefaults> {
    const row = await this.#store.db
      .selectFrom('media_plan_defaults')
      .select('defaults')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row ? JSON.parse(row.defaults) : {};
  }

  async keepDefaults(workspaceId: string, defaults: PlanDefaults, setBy: string): Promise<void> {
    const values = { defaults: JSON.stringify(defaults), set_by: setBy, set_at: this.#ambient.now() };
    await this.#store.transaction((tx) =>
      tx
        .insertInto('media_plan_defaults')
        .values({ workspace_id: workspaceId, ...values })
        .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
        .execute(),
    );
  }
}

function countsOf({ answer: { rows, problems } }: MediaPlanContent): MediaPlanCounts {
  const ofFate = (fate: string) => rows.filter((row) => row.fate === fate).length;
  const ofLevel = (level: string) => problems.filter((problem) => problem.level === level).length;
  return {
    make: ofFate('make'),
    change: ofFate('change'),
    same: ofFate('same'),
    out: ofFate('out'),
    stop: ofLevel('stop'),
    look: ofLevel('look'),
  };
}

/** As `JSON.stringify`, a list of thousands item by item, so that the thread is not held. */
async function textInTurns(value: object, turns = new Turns()): Promise<string> {
  const fields: string[] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const text = Array.isArray(inner)
      ? `[${(await turns.map(inner, (item) => JSON.stringify(item) ?? 'null')).join(',')}]`
      : typeof inner === 'object' && inner !== null
        ? await textInTurns(inner, turns)
        : JSON.stringify(inner);
    fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

function headOf(row: Omit<MediaPlanRow, 'content' | 'counts'>): Omit<MediaPlan, 'content'> {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    spreadsheetId: row.spreadsheet_id,
    tab: row.tab,
    range: row.range,
    name: row.name,
    planId: row.plan_id ?? undefined,
    createdAt: Number(row.created_at),
    createdBy: row.created_by,
  };
}

function progressOf(row: MediaPlanMemberRow): MemberProgress {
  return {
    position: Number(row.position),
    state: row.state as MemberState,
    campaignId: row.campaign_id ?? undefined,
    made: JSON.parse(row.made),
    error: row.error === null ? undefined : JSON.parse(row.error),
    tries: Number(row.tries),
    updatedAt: Number(row.updated_at),
  };
}

/** Sealed text can be opened only for the media plan that it belongs to. */
function contextOf(id: string): string {
  return `media plan ${id}`;
}
