import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { currencyOf } from '../resources/account.ts';
import { IMPRESSION_PLACES, impressionShare, roas, unusualRoas } from '../resources/bidding.ts';
import {
  missingPortfolioTargets,
  PORTFOLIOS,
  portfolioFields,
  portfolioProblems,
  portfolioShown,
} from '../resources/portfolio.ts';
import { assigning, CampaignIds } from '../resources/sharing.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_bidding_strategy',
  title: 'Create a portfolio bidding strategy',
  description:
    'Makes a bidding strategy that several campaigns use, and lets campaigns bid by it in place of what they bid by now: all of it or nothing. Only a portfolio limits the cost of a click (max_cpc) beside a target.',
  toolset: 'portfolio_bidding',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    name: oneLine().describe('Name of the portfolio'),
    bidding_strategy: z.enum(PORTFOLIOS).describe('How it bids; cannot be changed later'),
    target_cpa: amount('Wanted cost of a conversion').optional(),
    target_roas: roas().optional().describe('Wanted return on ad spend: 3.5 is 350 %'),
    max_cpc: amount('Most for a click').optional(),
    impression_share: impressionShare().optional().describe('With TARGET_IMPRESSION_SHARE'),
    impression_place: z.enum(IMPRESSION_PLACES).optional().describe('Likewise'),
    campaign_ids: CampaignIds.describe('Campaigns that it shall bid for'),
  }),
  output: z.object({
    bidding_strategy: asListed('list_bidding_strategies'),
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => [
    ...portfolioProblems(args.bidding_strategy, args),
    ...missingPortfolioTargets(args.bidding_strategy, args),
  ],
  look: ({ name }) => ({ tool: 'list_bidding_strategies', arguments: { name_contains: name } }),
  async run({ name, bidding_strategy, campaign_ids = [], ...targets }, { client, account }) {
    const resourceName = `customers/${account}/biddingStrategies/-1`;
    const scheme = portfolioFields(bidding_strategy, targets, await currencyOf(client, account));
    const [made] = await client.mutate(account, [
      creating('biddingStrategy', { resourceName, name, ...scheme }),
      ...assigning(account, campaign_ids, 'campaign_ids', { biddingStrategy: resourceName }),
    ]);
    const id = idOf(made);
    const notes = unusualRoas(targets.target_roas);
    return {
      bidding_strategy: await readBack(`The portfolio ${id} was created`, () => portfolioShown(client, account, id)),
      ...(notes.length > 0 && { notes }),
    };
  },
});
