import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { bidsByItself, strategyShown } from '../resources/bidding.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { languageIds } from '../resources/language.ts';
import { isRemoved } from '../resources/removal.ts';
import {
  namesIn,
  shownTargeting,
  type Targeting,
  targetingOperations,
  targetingProblems,
  targetingRows,
  wantedTargeting,
  withAudienceOption,
} from '../resources/targeting.ts';
import {
  audienceOption,
  deviceModifiers,
  LISTS,
  locationModifiers,
  locationOption,
  targetingLists,
} from '../resources/targeting-fields.ts';
import { updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const input = z.strictObject({
  campaign_id: Id.describe('Campaign to change'),
  mode: z
    .enum(['add', 'remove', 'replace'])
    .default('add')
    .describe('What to do with the lists given; others stay. replace: exactly these'),
  ...targetingLists,
  audience_option: audienceOption,
  location_option: locationOption,
  location_bid_modifiers: locationModifiers,
  device_bid_modifiers: deviceModifiers,
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_campaign_targeting',
  title: 'Change the targeting of a campaign',
  description:
    'Adds, removes or replaces locations, languages, times and audiences and exclusions (locations, audiences, placements, apps, ages, genders) of a campaign, and sets bid modifiers: all of it or nothing.',
  toolset: 'targeting',
  access: 'write',
  repeat: 'safe',
  input,
  output: z.object({
    targeting: z.looseObject({}).describe('As in get_campaign_targeting'),
    names: z.record(z.string(), z.string()),
    ...writeReport,
    notes: z.array(z.string()),
  }),
  rules: (args) => [
    ...atLeastOne(args, [
      ...LISTS,
      'location_option',
      'audience_option',
      'location_bid_modifiers',
      'device_bid_modifiers',
    ]),
    ...targetingProblems(args, args.mode),
    ...optionProblems(args),
    ...Object.entries(args.device_bid_modifiers ?? {}).flatMap(([device, modifier]) =>
      modifier > 0 && modifier < 0.1
        ? [{ field: `device_bid_modifiers.${device}`, message: 'must be 0 (not shown) or 0.1 to 10' }]
        : [],
    ),
  ],
  turns: ({ campaign_id }) => [`targeting ${campaign_id}`],
  look: ({ campaign_id }) => ({ tool: 'get_campaign_targeting', arguments: { campaign_id } }),
  async run(args, { client, account }) {
    const { campaign_id, mode, device_bid_modifiers: devices = {}, location_bid_modifiers: locations = {} } = args;
    const { location_option, audience_option } = args;
    const language_ids = args.language_ids && (await languageIds(client, account, args.language_ids, 'language_ids'));
    const lists = { ...Object.fromEntries(LISTS.map((list) => [list, args[list]])), language_ids };
    const campaign = await existingCampaign(client, account, campaign_id);
    const held = campaign.campaign?.status ?? '';
    isRemoved({ what: `campaign ${campaign_id}`, argument: 'campaign_id', held, wanted: undefined });
    let rows = await targetingRows(client, account, campaign_id);
    const before = shownTargeting(rows, campaign.campaign);
    const wish = { mode, lists, devices, locations };
    const name = campaign.campaign?.resourceName ?? '';
    // One update for both: the platform refuses a request that names the campaign twice.
    const options = {
      ...(location_option &&
        location_option !== before.location_option && {
          geoTargetTypeSetting: { positiveGeoTargetType: location_option },
        }),
      ...(audience_option &&
        audience_option !== before.audience_option &&
        withAudienceOption(campaign.campaign, audience_option)),
    };
    const operations = [
      ...(Object.keys(options).length > 0 ? [updating('campaign', name, options, 'campaign_id')] : []),
      ...targetingOperations(name, rows, wish),
    ];
    const { after, report } = await changeAndReadBack({
      done: `The targeting of campaign ${campaign_id} was changed`,
      before: { ...before },
      wanted: { ...wantedTargeting(before, wish), location_option, audience_option },
      send: async () => {
        if (operations.length > 0) await client.mutate(account, operations);
      },
      read: async () => {
        rows = await targetingRows(client, account, campaign_id);
        const now = await existingCampaign(client, account, campaign_id);
        return { ...shownTargeting(rows, now.campaign) };
      },
    });
    const names = await namesIn(client, account, rows);
    return { targeting: after, names, ...report, notes: notesOn(args, campaign, after) };
  },
});

/** Adding audiences requires audience_option: the platform's default would restrict the ads to them. */
function optionProblems({ audience_ids, audience_option, mode }: Arguments) {
  return audience_ids?.length && mode !== 'remove' && audience_option === undefined
    ? [{ field: 'audience_option', message: 'is required with audience_ids: TARGET or OBSERVE' }]
    : [];
}

function notesOn(args: Arguments, campaign: Row, after: Targeting): string[] {
  const modifiers = [
    ...Object.values(args.device_bid_modifiers ?? {}),
    ...Object.values(args.location_bid_modifiers ?? {}),
    ...(args.ad_schedule ?? []).flatMap(({ modifier }) => modifier ?? []),
  ];
  const strategy = strategyShown(campaign);
  return [
    ...(args.audience_option === 'TARGET' && after.audience_ids.length > 0
      ? ['It is shown to people of its audiences alone.']
      : []),
    ...(args.location_ids && after.location_ids.length === 0 ? ['Without locations it is shown everywhere.'] : []),
    ...(args.language_ids && after.language_ids.length === 0 ? ['Without languages it is shown in all of them.'] : []),
    ...(args.ad_schedule && after.ad_schedule.length === 0 ? ['Without a schedule it is shown at all times.'] : []),
    ...(bidsByItself(strategy) && modifiers.some((modifier) => modifier !== 0 && modifier !== 1)
      ? [`It bids by ${strategy}, which sets bids itself: of modifiers only 0 is sure to count.`]
      : []),
  ];
}
