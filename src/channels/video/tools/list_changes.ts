import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { collectHeld, listArguments, nextCursor } from '../../../tools/listing.ts';
import { notBoth } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { entitiesOf } from '../report/entities.ts';
import { changeOf, changeTable } from '../resources/change-log.ts';
import { platformTime } from '../resources/fields.ts';

const OBJECTS = { campaign_id: 'CAMPAIGN', ad_group_id: 'ADGROUP', ad_id: 'AD' } as const;

const Change = z
  .looseObject({
    time: z.string().describe('To the minute'),
    operation: z.string(),
    what: z.string().describe('Campaign, Ad group, Ad'),
    id: z.string(),
    changed: z.record(z.string(), z.object({ from: z.string(), to: z.string() })).optional(),
  })
  .describe('Also name, part, user, through, app_id');

const input = z.strictObject({
  days: z.int().min(1).max(28).default(7).describe('How far back'),
  campaign_id: Id.optional().describe('Only this campaign itself'),
  ad_group_id: Id.optional().describe('Only this ad group itself'),
  ad_id: Id.optional().describe('Only this ad'),
  about: z.enum(['BUDGET', 'STATUS', 'TARGETING', 'BIDDING_AND_OPTIMIZATION']).optional().describe('Only such changes'),
  ...listArguments(50),
});

export default defineTool(channel, {
  name: 'list_changes',
  title: 'List recent changes',
  description:
    'Who changed what in an advertiser, in whichever tool, with the values before and after, newest first. The platform writes it first, which takes some seconds.',
  toolset: 'history',
  access: 'read',
  repeat: 'safe',
  input,
  output: z.object({ changes: z.array(Change), ...nextCursor }),
  rules: (args) => [
    ...notBoth(args, 'campaign_id', 'ad_group_id'),
    ...notBoth(args, 'campaign_id', 'ad_id'),
    ...notBoth(args, 'ad_group_id', 'ad_id'),
  ],
  async run({ limit, cursor, ...asked }, { client, account }) {
    const { timezone } = await client.advertiser(account);
    const now = client.session.platformNow();
    const oldest = new Date(now - asked.days * DAY_MS).toISOString();
    const { items, ...more } = await collectHeld({ limit, cursor, scope: [account, asked] }, async () => {
      const rows = await changeTable(client, account, tableAsked(asked, timezone, now));
      return rows
        .map((row) => changeOf(row, timezone))
        .filter(({ time }) => time >= oldest)
        .reverse()
        .sort((one, other) => other.time.localeCompare(one.time));
    });
    const names = await namesOf(client, account, items);
    return { changes: items.map((change) => withoutUnset({ ...change, name: names.get(change.id) })), ...more };
  },
});

/** The documentation does not say in which zone the bounds are read, so a day more is asked for on both sides and filtered here. */
function tableAsked(
  { days, about, ...ids }: Omit<z.output<typeof input>, 'limit' | 'cursor'>,
  timezone: string,
  now: number,
) {
  const [object] = Object.entries(OBJECTS).flatMap(([name, object_type]) => {
    const id = ids[name as keyof typeof OBJECTS];
    return id === undefined ? [] : [{ object_type, object_ids: [id] }];
  });
  return {
    start_time: platformTime(new Date(now - (days + 1) * DAY_MS).toISOString()),
    end_time: platformTime(new Date(now + DAY_MS).toISOString()),
    timezone,
    ...(about && { module: about }),
    ...object,
  };
}

const LEVELS: Readonly<Record<string, 'campaign' | 'ad_group' | 'ad'>> = {
  Campaign: 'campaign',
  'Ad group': 'ad_group',
  Ad: 'ad',
};

/** The platform's table has ids without names. */
async function namesOf(client: VideoClient, account: string, changes: readonly { what: string; id: string }[]) {
  const found = await Promise.all(
    Object.entries(LEVELS).map(([word, level]) => {
      const ids = changes.filter(({ what }) => what === word).map(({ id }) => id);
      return entitiesOf(client, account, level, [...new Set(ids)]);
    }),
  );
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}
