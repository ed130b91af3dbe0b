import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, UnpausedFilter } from '../resources/listing.ts';
import { PORTFOLIO_FIELDS, PortfolioOutput, shownPortfolios } from '../resources/portfolio.ts';

export default defineTool(channel, {
  name: 'list_bidding_strategies',
  title: 'List portfolio bidding strategies',
  description: 'Portfolio bidding strategies with their targets and the campaigns they bid for.',
  toolset: 'portfolio_bidding',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    strategy_ids: IdFilter,
    status: UnpausedFilter,
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(100),
  }),
  output: z.object({ bidding_strategies: z.array(PortfolioOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: [...PORTFOLIO_FIELDS, 'customer.currency_code'],
      from: 'bidding_strategy',
      where: [
        ofStatus('bidding_strategy.status', args.status),
        ...ofIds({ 'bidding_strategy.id': args.strategy_ids }),
        ...ofText('bidding_strategy.name', args.name_contains),
      ],
      orderBy: [{ field: 'bidding_strategy.id' }],
    });
    return { bidding_strategies: await shownPortfolios(client, account, items), next_cursor };
  },
});
