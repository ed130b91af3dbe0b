import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { type BulkRow, changeEach, isDifferent } from '../../../tools/bulk.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { ReadyCall } from '../../../tools/ready-call.ts';
import type { VideoClient } from '../client.ts';
import { changedByPercent, moneyOf } from '../money.ts';
import { AD_GROUPS, type AdGroup, CAMPAIGNS, type Campaign } from '../wire.ts';
import { placeOf } from './account.ts';
import { adGroupOf } from './ad-group.ts';
import { checkedBudget, isLifetime, refuseBelowSpent } from './budget.ts';
import { automationOf, pathFor, WHATEVER_STATUS } from './campaign.ts';
import { campaignBudget } from './campaign-budget.ts';
import { statusOf } from './fields.ts';
import { daysBetween } from './schedule.ts';
import { spentIfRead } from './spend.ts';

/** A budget to set, or a percentage to change the present one by. */
export interface BudgetWish {
  level: 'campaign' | 'ad_group';
  id: string;
  /** The argument that an error blames. */
  field: string;
  budget?: string | undefined;
  percent?: number | undefined;
}

interface Row extends BulkRow {
  level: BudgetWish['level'];
  held: AdGroup | Campaign | undefined;
  budget: number;
  /** Rows of one part go in one request; the platform takes the parts in separate ones. */
  part: string;
}

const FROM_MIDNIGHT =
  'Daily budgets changed this way count from the next midnight of the advertiser. The platform has accepted them and does not show them before, so that they cannot be read back; update_ad_group changes one at once.';

/**
 * Changes budgets in one request: those of ad groups of one kind together, or that of one campaign. The rest is returned as ready
 * calls with amounts, because a call sends one changing request.
 */
export async function changeBudgets(client: VideoClient, account: string, asked: readonly BudgetWish[]) {
  const rows = await rowsFor(client, account, asked);
  const { now, later } = firstPart(rows);
  const isScheduled = now.some(({ wanted }) => 'budget_from_midnight' in wanted);
  let isSent = false;
  const reply = await changeEach<Row>({
    what: 'budgets',
    rows: now,
    async send(different) {
      await sendBudgets(client, account, different);
      isSent = true;
      return different.map(() => undefined);
    },
    async read(different) {
      // The platform shows no budget that is scheduled for midnight, so its OK is all there is to report.
      if (isScheduled) return different.map(({ wanted }) => (isSent ? wanted : undefined));
      const { held } = await objectsOf(client, account, different);
      const currency = await client.currency(account);
      return different.map(({ id }) => held.get(id) && { budget: moneyOf(held.get(id)!.budget ?? 0, currency) });
    },
  });
  return {
    ...reply,
    ...(reply.changed > 0 && isScheduled && { notes: [FROM_MIDNIGHT] }),
    ...(later.length > 0 && { next_calls: callsFor(later) }),
  };
}

/**
 * The rows of the first part that has something to change, with those that need no request, and the rows that need requests of their
 * own. A call that switches what runs does so at once, however many rows before it are off already.
 */
export function firstPart<R extends BulkRow & { part: string }>(rows: readonly R[]): { now: R[]; later: R[] } {
  const isOpen = (row: R) => !row.refusal && isDifferent(row);
  const first = rows.find(isOpen)?.part;
  const isNow = (row: R) => !isOpen(row) || row.part === first;
  return { now: rows.filter(isNow), later: rows.filter((row) => !isNow(row)) };
}

async function sendBudgets(client: VideoClient, account: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows as [Row];
  const send = (path: string, body: Record<string, unknown>) =>
    client.change(pathFor(first.held!, path), body, z.unknown(), account);
  if (first.level === 'campaign') {
    await send('campaign/update', { campaign_id: first.id, budget: first.budget });
    return;
  }
  const field = isLifetime(first.held!.budget_mode) ? 'budget' : 'scheduled_budget';
  await send('adgroup/budget/update', {
    [field]: rows.map(({ id, budget }) => ({ adgroup_id: id, [field]: budget })),
  });
}

function callsFor(rows: readonly Row[]): ReadyCall[] {
  const parts = [...new Set(rows.map(({ part }) => part))].map((part) => rows.filter((row) => row.part === part));
  return parts.map((some) => {
    const [{ level, id, budget }] = some as [Row];
    if (level === 'campaign')
      return {
        tool: 'update_campaign',
        arguments: { campaign_id: id, budget },
        purpose: 'Set the budget of a campaign',
      };
    const budgets = some.map((row) => ({ ad_group_id: row.id, budget: row.budget }));
    return { tool: 'bulk_update', arguments: { budgets }, purpose: 'Set budgets that need a request of their own' };
  });
}

async function rowsFor(client: VideoClient, account: string, asked: readonly BudgetWish[]): Promise<Row[]> {
  const { held, sharing } = await objectsOf(client, account, asked);
  return Promise.all(asked.map((wish) => rowFor(client, account, wish, { one: held.get(wish.id), sharing })));
}

interface Known {
  one: AdGroup | Campaign | undefined;
  /** Campaigns that share their budget among their ad groups. */
  sharing: ReadonlySet<string>;
}

async function rowFor(client: VideoClient, account: string, wish: BudgetWish, { one, sharing }: Known): Promise<Row> {
  const { id, level } = wish;
  const none = { id, level, held: one, budget: 0, before: {}, wanted: {}, part: '' };
  if (!one || statusOf(one) === 'DELETE') {
    const what = { what: `living ${level.replace('_', ' ')}`, field: `${level}_id`, id, list: `list_${level}s` };
    return { ...none, refusal: notFound({ ...what, ...placeOf(account) }) };
  }
  const isGroup = 'adgroup_id' in one;
  const about = { level, name: isGroup ? one.adgroup_name : one.campaign_name };
  if (isGroup && sharing.has(one.campaign_id)) return { ...none, about, refusal: shared(one) };
  try {
    const currency = await client.currency(account);
    const amount = wish.budget ?? changedByPercent(one.budget ?? 0, wish.percent ?? 0, currency);
    const budget = isGroup
      ? await groupBudget(client, account, one, amount, wish.field)
      : await campaignBudget(client, account, one, amount, wish.field);
    const fromMidnight = isGroup && !isLifetime(one.budget_mode);
    const [name, before] = fromMidnight
      ? ['budget_from_midnight', null]
      : ['budget', moneyOf(one.budget ?? 0, currency)];
    const kind = `${automationOf(one)} ${isLifetime(one.budget_mode)}`;
    const wanted = { [name]: moneyOf(budget, currency) };
    return { ...none, about, budget, before: { [name]: before }, wanted, part: isGroup ? kind : id };
  } catch (error) {
    if (error instanceof Failure) return { ...none, about, refusal: error };
    throw error;
  }
}

async function groupBudget(client: VideoClient, account: string, held: AdGroup, amount: string, field: string) {
  const { currency, timezone } = await client.advertiser(account);
  const { start_time, end_time } = adGroupOf(held, currency);
  const lifetime = isLifetime(held.budget_mode);
  const days = lifetime && start_time && end_time ? daysBetween(start_time, end_time, timezone) : 1;
  const budget = checkedBudget({ field, amount, currency, floor: 20, days });
  if (lifetime)
    refuseBelowSpent(
      budget,
      await spentIfRead(client, account, { adgroup_id: held.adgroup_id }, 'ever'),
      currency,
      field,
    );
  return budget;
}

function shared({ campaign_id }: AdGroup): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `The campaign ${campaign_id} shares its own budget among its ad groups.`,
    nextStep: 'Change the budget of the campaign with update_campaign.',
  });
}

type Named = Pick<BudgetWish, 'id' | 'level'>;

/** The objects that are named, and which campaigns above them share their budget. */
async function objectsOf(client: VideoClient, account: string, named: readonly Named[]) {
  const ids = (level: BudgetWish['level']) => [
    ...new Set(named.filter((one) => one.level === level).map(({ id }) => id)),
  ];
  const read = async <T>(kind: Parameters<typeof client.all<T>>[0], filter: string, some: readonly string[]) =>
    some.length === 0 ? [] : client.all(kind, account, { [filter]: some, ...WHATEVER_STATUS });
  const groups = await read(AD_GROUPS, 'adgroup_ids', ids('ad_group'));
  const above = groups.map(({ campaign_id }) => campaign_id);
  const campaigns = await read(CAMPAIGNS, 'campaign_ids', [...new Set([...above, ...ids('campaign')])]);
  return {
    held: new Map<string, AdGroup | Campaign>([
      ...campaigns.map((one) => [one.campaign_id, one] as const),
      ...groups.map((one) => [one.adgroup_id, one] as const),
    ]),
    sharing: new Set(campaigns.filter((one) => one.budget_optimize_on).map(({ campaign_id }) => campaign_id)),
  };
}
