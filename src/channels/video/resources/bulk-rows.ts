import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { type BulkRow, changeEach } from '../../../tools/bulk.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { VideoClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { spentOf } from '../report/spend.ts';
import { AD_GROUPS, type AdGroup, CAMPAIGNS } from '../wire.ts';
import { placeOf } from './account.ts';
import { adGroupOf } from './ad-group.ts';
import { checkedBudget, isLifetime, refuseBelowSpent } from './budget.ts';
import { automationOf, pathFor, WHATEVER_STATUS } from './campaign.ts';
import { statusOf } from './fields.ts';
import { daysBetween } from './schedule.ts';

export interface BudgetWish {
  ad_group_id: string;
  budget: string;
}

interface Row extends BulkRow {
  held: AdGroup | undefined;
  budget: number;
}

const FROM_MIDNIGHT =
  'Daily budgets changed this way count from the next midnight of the advertiser and are not shown before; update_ad_group changes one at once.';

/** Changes budgets of many ad groups in one request. Lifetime budgets count at once, daily ones from the next midnight. */
export async function changeBudgets(client: VideoClient, account: string, asked: readonly BudgetWish[]) {
  const rows = await rowsFor(client, account, asked);
  const good = rows.flatMap(({ held, refusal }) => (held && !refusal ? [held] : []));
  const lifetime = oneKind(
    good.map(({ budget_mode }) => isLifetime(budget_mode)),
    'a lifetime and a daily budget',
  );
  oneKind(good.map(automationOf), 'MANUAL and SMART_PLUS');
  const field = lifetime ? 'budget' : 'scheduled_budget';
  let isSent = false;
  const reply = await changeEach<Row>({
    what: 'budgets',
    rows,
    async send(different) {
      const list = different.map(({ id, budget }) => ({ adgroup_id: id, [field]: budget }));
      await client.change(pathFor(good[0]!, 'adgroup/budget/update'), { [field]: list }, z.unknown(), account);
      isSent = true;
      return different.map(() => undefined);
    },
    async read(different) {
      // The platform shows no budget that is scheduled for midnight, so its OK is all there is to report.
      if (!lifetime) return different.map(({ wanted }) => (isSent ? wanted : undefined));
      const now = await groupsOf(
        client,
        account,
        different.map(({ id }) => id),
      );
      const currency = await client.currency(account);
      return different.map(({ id }) => now.get(id) && { budget: moneyOf(now.get(id)!.budget ?? 0, currency) });
    },
  });
  return { ...reply, ...(reply.changed > 0 && !lifetime && { notes: [FROM_MIDNIGHT] }) };
}

function oneKind<T>(kinds: readonly T[], both: string): T | undefined {
  if (new Set(kinds).size <= 1) return kinds[0];
  const message = `name ad groups with ${both}, which the platform changes in separate requests: call twice`;
  throw invalidArguments([{ field: 'budgets', message }]);
}

async function rowsFor(client: VideoClient, account: string, asked: readonly BudgetWish[]): Promise<Row[]> {
  const groups = await groupsOf(
    client,
    account,
    asked.map(({ ad_group_id }) => ad_group_id),
  );
  const ids = [...new Set([...groups.values()].map(({ campaign_id }) => campaign_id))];
  const filtering = { campaign_ids: ids, ...WHATEVER_STATUS };
  const campaigns = ids.length === 0 ? [] : await client.all(CAMPAIGNS, account, filtering);
  const sharing = new Set(campaigns.filter((one) => one.budget_optimize_on).map(({ campaign_id }) => campaign_id));
  return Promise.all(
    asked.map(async ({ ad_group_id: id, budget: amount }, at): Promise<Row> => {
      const held = groups.get(id);
      const none = { id, held, budget: 0, before: {}, wanted: {} };
      if (!held || statusOf(held) === 'DELETE') {
        const what = { what: 'living ad group', field: 'ad_group_id', id, list: 'list_ad_groups' };
        return { ...none, refusal: notFound({ ...what, ...placeOf(account) }) };
      }
      const about = { name: held.adgroup_name };
      if (sharing.has(held.campaign_id)) return { ...none, about, refusal: shared(held) };
      try {
        const { budget, currency } = await checked(client, account, held, amount, `budgets.${at}.budget`);
        const [name, before] = isLifetime(held.budget_mode)
          ? ['budget', moneyOf(held.budget ?? 0, currency)]
          : ['budget_from_midnight', null];
        return { ...none, about, budget, before: { [name]: before }, wanted: { [name]: moneyOf(budget, currency) } };
      } catch (error) {
        if (error instanceof Failure) return { ...none, about, refusal: error };
        throw error;
      }
    }),
  );
}

async function checked(client: VideoClient, account: string, held: AdGroup, amount: string, field: string) {
  const { currency, timezone } = await client.advertiser(account);
  const { start_time, end_time } = adGroupOf(held, currency);
  const lifetime = isLifetime(held.budget_mode);
  const days = lifetime && start_time && end_time ? daysBetween(start_time, end_time, timezone) : 1;
  const budget = checkedBudget({ field, amount, currency, floor: 20, days });
  if (lifetime)
    refuseBelowSpent(budget, await spentOf(client, account, { adgroup_id: held.adgroup_id }, 'ever'), currency, field);
  return { budget, currency };
}

function shared({ campaign_id }: AdGroup): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `The campaign ${campaign_id} shares its own budget among its ad groups.`,
    nextStep: 'Change the budget of the campaign with update_campaign.',
  });
}

async function groupsOf(client: VideoClient, account: string, ids: readonly string[]): Promise<Map<string, AdGroup>> {
  const filtering = { adgroup_ids: [...new Set(ids)], ...WHATEVER_STATUS };
  const found = await client.all(AD_GROUPS, account, filtering);
  return new Map(found.map((group) => [group.adgroup_id, group]));
}
