import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { microsOf, moneyOf } from '../money.ts';
import { IMPRESSION_PLACES, impressionShare, roas, TARGETS } from '../resources/bidding.ts';
import {
  PORTFOLIOS,
  portfolioFields,
  portfolioProblems,
  portfolioRow,
  portfolioShown,
  type ShownPortfolio,
  shownPortfolios,
} from '../resources/portfolio.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { assigning, CampaignIds, inIdOrder } from '../resources/sharing.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const FIELDS = ['name', ...TARGETS, 'add_campaign_ids', 'status'];

const input = z.strictObject({
  strategy_id: Id.describe('From list_bidding_strategies'),
  name: oneLine().optional().describe('New name'),
  target_cpa: amount('Wanted cost of a conversion').optional(),
  target_roas: roas().optional().describe('Wanted return on ad spend: 3.5 is 350 %'),
  max_cpc: amount('Most for a click').optional(),
  impression_share: impressionShare().optional().describe('Of TARGET_IMPRESSION_SHARE'),
  impression_place: z.enum(IMPRESSION_PLACES).optional().describe('Of the same'),
  add_campaign_ids: CampaignIds.describe('Campaigns that it shall bid for as well'),
  status: z.literal('REMOVED').optional().describe('Only when no campaign uses it; final'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_bidding_strategy',
  title: 'Change a portfolio bidding strategy',
  description:
    'Changes name or targets of a portfolio and lets it bid for more campaigns: all of it or nothing. The answer names every campaign it touches. A campaign leaves it by update_campaign with a bidding_strategy of its own. Status REMOVED cannot be undone.',
  toolset: 'portfolio_bidding',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object({ bidding_strategy: asListed('list_bidding_strategies'), ...writeReport }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS)],
  look: ({ strategy_id, status }) => ({
    tool: 'list_bidding_strategies',
    arguments: { strategy_ids: [strategy_id], ...ifRemoved(status) },
  }),
  async run(args, { client, account }) {
    const row = await portfolioRow(client, account, args.strategy_id);
    const [shown] = await shownPortfolios(client, account, [row]);
    const before = withIds(shown!);
    const what = `portfolio strategy ${args.strategy_id}`;
    const gone = isRemoved({ what, argument: 'strategy_id', held: before.status, wanted: args.status });
    const operations = gone ? [] : operationsFor(args, before, row, account);
    const { after, report } = await changeAndReadBack({
      done: `The portfolio ${args.strategy_id} was changed`,
      before,
      wanted: wantedOf(args, before, row.customer?.currencyCode),
      send: async () => {
        if (operations.length > 0) await client.mutate(account, operations);
      },
      read: async () => {
        const now = await portfolioShown(client, account, args.strategy_id);
        return now && withIds(now);
      },
    });
    const { campaign_ids: _, ...bidding_strategy } = after;
    return { bidding_strategy, ...report };
  },
});

function withIds(portfolio: ShownPortfolio) {
  return { ...portfolio, campaign_ids: inIdOrder(portfolio.campaigns.map(({ id }) => id)) };
}
type Before = ReturnType<typeof withIds>;

function wantedOf(args: Arguments, before: Before, currency: string | undefined) {
  const money = (field: 'target_cpa' | 'max_cpc') =>
    args[field] === undefined ? undefined : moneyOf(microsOf(field, args[field], currency), currency);
  return {
    name: args.name,
    status: args.status,
    target_cpa: money('target_cpa'),
    target_roas: args.target_roas,
    max_cpc: money('max_cpc'),
    impression_share: args.impression_share,
    impression_place: args.impression_place,
    campaign_ids: args.add_campaign_ids && inIdOrder([...before.campaign_ids, ...args.add_campaign_ids]),
  };
}

function operationsFor(args: Arguments, before: Before, row: Row, account: string): Operation[] {
  const resourceName = row.biddingStrategy?.resourceName ?? '';
  if (args.status === 'REMOVED') return [removing('biddingStrategy', resourceName, 'strategy_id')];
  const strategy = PORTFOLIOS.find((name) => name === before.bidding_strategy);
  const hasTargets = TARGETS.some((target) => args[target] !== undefined);
  if (hasTargets && strategy === undefined)
    throw invalidArguments([
      { field: 'strategy_id', message: `bids by ${before.bidding_strategy}, which has no targets here` },
    ]);
  const problems = strategy ? portfolioProblems(strategy, args) : [];
  if (problems.length > 0) throw invalidArguments(problems);
  const changes = {
    ...(args.name !== undefined && { name: args.name }),
    ...(strategy && hasTargets && portfolioFields(strategy, args, row.customer?.currencyCode)),
  };
  return [
    ...(Object.keys(changes).length > 0 ? [updating('biddingStrategy', resourceName, changes, 'strategy_id')] : []),
    ...assigning(account, args.add_campaign_ids ?? [], 'add_campaign_ids', { biddingStrategy: resourceName }),
  ];
}
