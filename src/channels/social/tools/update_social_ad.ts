import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, text } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { SocialClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { adOf } from '../resources/ad.ts';
import { nodesOf } from '../resources/batch.ts';
import { LOST_ENGAGEMENT } from '../resources/creative.ts';
import { IRREVERSIBLE_STATUS, Status } from '../resources/fields.ts';
import { ADS, CREATIVES } from '../wire.ts';

export default defineTool(channel, {
  name: 'update_social_ad',
  title: 'Update an ad',
  description:
    "Change an ad's name, status or creative. Another creative is reviewed again and loses likes and comments, unless it shows the same post (create_social_ad with post_id). Status ARCHIVED and DELETED cannot be undone.",
  toolset: 'ads',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({
    ad_id: Id.describe('Ad to change'),
    name: text(400).optional().describe('New name'),
    creative_id: Id.optional().describe('Another creative'),
    status: Status.optional(),
  }),
  output: z.object({
    ad: asListed('list_social_ads'),
    ...writeReport,
    ...servingOutputIfOn,
    notes: z.array(z.string()).optional(),
  }),
  rules: (args) => atLeastOne(args, ['name', 'creative_id', 'status']),
  look: ({ ad_id }) => ({ tool: 'list_social_ads', arguments: { ad_ids: [ad_id] } }),
  async run({ ad_id, ...wanted }, { client }) {
    const before = adOf(await client.node(ADS, ad_id));
    const { creative_id, ...fields } = wanted;
    await client.refuseForeignIds([creative_id]);
    const notes = await engagementNotes(client, before.creative_id, creative_id);
    const sent = { ...fields, ...(creative_id && { creative: { creative_id } }) };
    const { after, report } = await changeAndReadBack({
      done: `The ad ${ad_id} was changed`,
      before,
      wanted,
      send: () => client.update(ADS, ad_id, sent, before.account_id),
      read: async () => adOf(await client.node(ADS, ad_id)),
    });
    return {
      ad: after,
      ...report,
      ...(await servingReportIfOn(wanted.status, client, 'ad', ad_id)),
      ...(notes.length > 0 && { notes }),
    };
  },
});

/** Reactions are lost unless both creatives show the same post. */
async function engagementNotes(
  client: SocialClient,
  old: string | undefined,
  next: string | undefined,
): Promise<string[]> {
  if (old === undefined || next === undefined || old === next) return [];
  const creatives = await nodesOf(
    client,
    [old, next].map((id) => ({ kind: CREATIVES, id })),
  );
  const [before, after] = creatives.map((one) =>
    one instanceof Failure ? undefined : (one.effective_object_story_id ?? one.object_story_id),
  );
  return before !== undefined && before !== after ? [LOST_ENGAGEMENT] : [];
}
