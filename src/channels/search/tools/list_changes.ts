import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { CHANGES_DAYS_MAX, ChangeOutput, changesOn, OWNER, shownChange } from '../resources/change-log.ts';
import { listRows, ofIds } from '../resources/listing.ts';

export default defineTool(channel, {
  name: 'list_changes',
  title: 'List recent changes',
  description:
    'Who changed what in the account, with the values before and after, the latest first: up to four weeks back, some minutes late. Asset groups are not in it.',
  toolset: 'history',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    days: z.int().min(1).max(CHANGES_DAYS_MAX).default(7).describe('How far back'),
    campaign_id: Id.optional().describe('Only in this campaign'),
    ...listArguments(100),
  }),
  output: z.object({ changes: z.array(ChangeOutput), ...nextCursor }),
  async run({ days, campaign_id, ...page }, { client, account }) {
    const owner = (await client.row(account, OWNER))?.customer;
    const now = client.platformNow();
    // The account's day may be the one before or after ours.
    const query = changesOn(
      { first: now - days * DAY_MS, last: now + 2 * DAY_MS },
      { select: campaign_id ? ['campaign.id'] : [], where: ofIds({ 'campaign.id': campaign_id }) },
    );
    const { items, ...more } = await listRows(client, account, page, query);
    return { changes: items.map((row) => shownChange(row, owner)), ...more };
  },
});
