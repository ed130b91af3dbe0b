import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { audienceUses, UsingCampaign } from '../resources/audience-uses.ts';
import { listsOf, SIZE_MIN } from '../resources/customer-list.ts';
import { urnOf } from '../resources/fields.ts';
import { WireSegment } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_professional_audiences',
  title: 'List matched audiences',
  description: 'Matched audiences (lists, website visitors); name or urn goes into targeting under audiences.',
  toolset: 'audiences',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    used_by: z.boolean().default(false).describe('Tell which campaigns use each'),
    ...listArguments(100),
  }),
  output: z.object({
    audiences: z.array(
      z.object({
        id: z.string(),
        urn: z.string(),
        name: z.string(),
        type: z.string(),
        status: z.string(),
        size: z.number().optional(),
        large_enough: z.boolean().optional().describe('At least 300 members'),
        list_id: z.string().optional().describe('For update_professional_audience_members'),
        used_by: z
          .object({ campaigns: z.array(UsingCampaign) })
          .optional()
          .describe('Living ones'),
      }),
    ),
    notes: z.array(z.string()).optional(),
    ...nextCursor,
  }),
  async run({ used_by, limit, cursor }, { client, account }) {
    const params = { q: 'accounts', accounts: [urnOf('sponsoredAccount', account)] };
    const { items, ...more } = await client.listByNumber('/adSegments', WireSegment, {
      limit,
      cursor,
      params,
      account,
    });
    // Apps without access to uploads still see the audiences, without list_id.
    const [lists, usesOf] = await Promise.all([
      listsOf(client, account).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        return error.code === 'permission_denied' ? [] : error;
      }),
      used_by ? audienceUses(client, account) : undefined,
    ]);
    const unread = lists instanceof Failure ? lists : undefined;
    const listIds = new Map(
      (lists instanceof Failure ? [] : lists).map(({ id, destinations: [place] }) => [place?.destinationSegmentId, id]),
    );
    return {
      audiences: items.map(({ id, name, type, status, approximateMemberCount: size }) =>
        withoutUnset({
          id,
          urn: `urn:li:adSegment:${id}`,
          name,
          type,
          status,
          size,
          large_enough: size === undefined ? undefined : size >= SIZE_MIN,
          list_id: listIds.get(`urn:li:adSegment:${id}`),
          used_by: usesOf && { campaigns: usesOf(`urn:li:adSegment:${id}`) },
        }),
      ),
      ...(unread && {
        notes: [
          `Which audiences are uploaded lists could not be read, so list_id is missing: ${unread.details.message}`,
        ],
      }),
      ...more,
    };
  },
});
