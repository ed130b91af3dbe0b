import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, needs, notBoth, onlyWith } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { Ad, adOf, CUSTOM_IDENTITY, findAd, TRACKING, trackingFields } from '../resources/ad.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { isOnTikTok, usableIdentity } from '../resources/ad-identity.ts';
import { Automation, automationProblems, existingCampaign } from '../resources/campaign.ts';
import { buttonsFor, CallToAction, plainText, TextId } from '../resources/fields.ts';
import {
  creativeProblems,
  findSmartAd,
  MANUAL_ONLY,
  platformContent,
  SMART_ONLY,
  smartAdOf,
  smartFields,
} from '../resources/smart-ad.ts';
import type { AdGroup, Identity } from '../wire.ts';

const input = z.strictObject({
  ad_group_id: Id.describe('Ad group it belongs to'),
  ad_name: plainText(512).describe('Name of the ad'),
  identity_id: TextId.describe('Who it speaks as, from get_identities'),
  ad_format: z
    .enum(['SINGLE_VIDEO', 'SINGLE_IMAGE', 'CAROUSEL_ADS'])
    .default('SINGLE_VIDEO')
    .describe('SINGLE_IMAGE only outside of PLACEMENT_TIKTOK, CAROUSEL_ADS only there'),
  video_id: TextId.optional().describe('A ready video, from upload_video or list_videos'),
  image_ids: z
    .array(TextId)
    .min(1)
    .max(35)
    .optional()
    .describe('Cover of the video (exactly one; suggest_covers), or the pictures'),
  tiktok_item_id: Id.optional().describe('A post of the identity, from list_posts, instead of video and images'),
  music_id: TextId.optional().describe('With CAROUSEL_ADS, from list_music'),
  ad_text: plainText(100).optional().describe('Text above the video; a post brings its own'),
  call_to_action: CallToAction.optional(),
  landing_page_url: WebAddress.optional().describe('Where a click leads; required for websites'),
  page_id: Id.optional().describe('Instant form of a lead ad, from list_instant_forms'),
  ...trackingFields,
  display_name: plainText(40).optional().describe('Shown author, with a CUSTOMIZED_USER identity only'),
  automation: Automation.optional().describe('That of the campaign, which decides it'),
  ...smartFields,
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_ad',
  title: 'Create an ad',
  description: 'Create an ad in an ad group, switched off. The platform reviews it before it can be shown.',
  toolset: 'ads',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ ad: Ad, ...servingOutput }),
  rules: (args) => (isSmart(args) ? smartProblems(args) : manualProblems(args)),
  look: ({ ad_group_id, ad_name }) => ({ tool: 'list_ads', arguments: { ad_group_id, name_contains: ad_name } }),
  async run(args, { client, account }) {
    const group = await existingAdGroup(client, account, args.ad_group_id);
    const [identity, campaign] = await Promise.all([
      usableIdentity(client, account, args.identity_id, group),
      existingCampaign(client, account, group.campaign_id),
    ]);
    const problems = [
      ...automationProblems(
        isSmart(args) ? 'SMART_PLUS' : 'MANUAL',
        campaign,
        ', whose ads have creatives and ad_texts',
      ),
      ...groupProblems(args, group, identity),
      ...objectiveProblems(args, campaign.objective_type),
    ];
    if (problems.length > 0) throw invalidArguments(problems);
    const make = isSmart(args) ? makeSmartAd : makeManualAd;
    const ad = await make(client, account, args, { identity, group });
    return { ad, ...(await servingReport(client, account, 'ad', ad.id)) };
  },
});

/** Only Smart+ ads have lists, so a list means a Smart+ ad. */
function isSmart(args: Arguments): boolean {
  return args.automation === 'SMART_PLUS' || SMART_ONLY.some((name) => args[name] !== undefined);
}

interface Setting {
  identity: Identity;
  group: AdGroup;
}

async function makeManualAd(client: VideoClient, account: string, args: Arguments, { identity, group }: Setting) {
  const { ad_group_id, automation: _, ...creative } = args;
  const whole = {
    ...creative,
    // The platform wants to be told which page is visited; the profile is the one that every identity has.
    ...(group.optimization_goal === 'PAGE_VISIT' && { tiktok_page_category: 'PROFILE_PAGE' }),
    identity_type: identity.identity_type,
    ...(identity.identity_authorized_bc_id && { identity_authorized_bc_id: identity.identity_authorized_bc_id }),
    operation_status: 'DISABLE',
  };
  const body = { adgroup_id: ad_group_id, creatives: [whole] };
  const { ad_ids } = await client.change('ad/create', body, z.object({ ad_ids: z.array(z.string()).min(1) }), account);
  const wire = await readBack(`The ad ${ad_ids[0]} was created, switched off`, () =>
    findAd(client, account, ad_ids[0]!),
  );
  return adOf(wire);
}

async function makeSmartAd(client: VideoClient, account: string, args: Arguments, { identity }: Setting) {
  const body = { adgroup_id: args.ad_group_id, ...platformContent(args, identity), operation_status: 'DISABLE' };
  const Made = z.object({ smart_plus_ad_id: z.string() });
  const { smart_plus_ad_id: id } = await client.change('smart_plus/ad/create', body, Made, account);
  const wire = await readBack(`The ad ${id} was created, switched off`, () => findSmartAd(client, account, id));
  return smartAdOf(wire);
}

function manualProblems(args: Arguments): Problem[] {
  return [
    ...(args.ad_format === 'SINGLE_VIDEO' ? exactlyOne(args, ['video_id', 'tiktok_item_id']) : []),
    ...notBoth(args, 'tiktok_item_id', 'image_ids'),
    ...notBoth(args, 'tiktok_item_id', 'music_id'),
    ...(args.tiktok_item_id === undefined
      ? (['ad_text', 'image_ids'] as const)
          .filter((field) => args[field] === undefined)
          .map((field) => ({ field, message: 'is required, except in an ad made from a post (tiktok_item_id)' }))
      : []),
    ...imageProblems(args),
    ...(args.tiktok_item_id === undefined ? needs(args, { ad_format: 'CAROUSEL_ADS' }, 'music_id') : []),
    ...onlyWith(args, 'music_id', { ad_format: 'CAROUSEL_ADS' }),
    ...onlyWith(args, 'video_id', { ad_format: 'SINGLE_VIDEO' }),
  ];
}

function smartProblems(args: Arguments): Problem[] {
  const misplaced = [...MANUAL_ONLY, 'music_id', 'display_name', ...TRACKING] as const;
  return [
    ...notBoth(args, { automation: 'MANUAL' }, SMART_ONLY.find((name) => args[name] !== undefined) ?? 'creatives'),
    ...misplaced
      .filter((name) => args[name] !== undefined)
      .map((field) => ({ field, message: 'does not fit a Smart+ ad, which has creatives, ad_texts, call_to_actions' })),
    ...(args.creatives === undefined ? [{ field: 'creatives', message: 'is required in a Smart+ ad' }] : []),
    ...(args.ad_texts === undefined && args.creatives?.some(({ video_id }) => video_id !== undefined)
      ? [{ field: 'ad_texts', message: 'is required with videos' }]
      : []),
    ...(args.ad_format === 'SINGLE_VIDEO'
      ? []
      : [{ field: 'ad_format', message: 'must be SINGLE_VIDEO in a Smart+ ad' }]),
    ...creativeProblems(args.creatives ?? []),
  ];
}

function imageProblems({ ad_format, image_ids = [] }: Arguments): Problem[] {
  if (ad_format === 'CAROUSEL_ADS' || image_ids.length < 2) return [];
  return [{ field: 'image_ids', message: 'must hold exactly one id; only CAROUSEL_ADS shows several' }];
}

/** Refusals that depend on the ad group and the identity. */
function groupProblems(args: Arguments, group: AdGroup, identity: Identity): Problem[] {
  const onTikTok = isOnTikTok(group);
  return [
    ...(args.display_name !== undefined && identity.identity_type !== CUSTOM_IDENTITY
      ? [
          {
            field: 'display_name',
            message: `means nothing with a ${identity.identity_type} identity, which brings its own`,
          },
        ]
      : []),
    ...(args.tiktok_item_id !== undefined && identity.identity_type === CUSTOM_IDENTITY
      ? [{ field: 'tiktok_item_id', message: 'cannot be shown by a CUSTOMIZED_USER identity, which has no posts' }]
      : []),
    ...(args.ad_format === 'SINGLE_IMAGE' && onTikTok
      ? [{ field: 'ad_format', message: 'SINGLE_IMAGE is not shown on PLACEMENT_TIKTOK, which this ad group has' }]
      : []),
    ...(args.ad_format === 'CAROUSEL_ADS' && !onTikTok
      ? [{ field: 'ad_format', message: 'CAROUSEL_ADS is shown on PLACEMENT_TIKTOK only, which this ad group lacks' }]
      : []),
    ...destinationProblems(args, group),
    ...(onTikTok && group.promotion_type && args.call_to_action === undefined && args.call_to_actions === undefined
      ? [{ field: isSmart(args) ? 'call_to_actions' : 'call_to_action', message: 'is required on PLACEMENT_TIKTOK' }]
      : []),
  ];
}

const CAROUSEL_OBJECTIVES = [
  'APP_PROMOTION',
  'WEB_CONVERSIONS',
  'TRAFFIC',
  'LEAD_GENERATION',
  'REACH',
  'PRODUCT_SALES',
];

/** Formats and buttons that the objective of the campaign does not have. */
function objectiveProblems(args: Arguments, objective: string): Problem[] {
  const allowed_values = buttonsFor(objective);
  const { ad_format, call_to_action, call_to_actions = [] } = args;
  const field = call_to_action ? 'call_to_action' : 'call_to_actions';
  const buttons: string[] = [...(call_to_action ? [call_to_action] : []), ...call_to_actions];
  return [
    ...(ad_format === 'CAROUSEL_ADS' && !CAROUSEL_OBJECTIVES.includes(objective)
      ? [{ field: 'ad_format', message: `CAROUSEL_ADS is not shown by campaigns for ${objective}` }]
      : []),
    ...buttons
      .filter((button) => !allowed_values.some((one) => one === button))
      .map((button) => ({ field, message: `${button} is no button of ads for ${objective}`, allowed_values })),
  ];
}

/** Where a click leads is decided by what the ad group promotes: a website, or a form inside the app. */
function destinationProblems({ page_id, landing_page_url }: Arguments, group: AdGroup): Problem[] {
  const isForm = group.promotion_type === 'LEAD_GENERATION' && group.promotion_target_type !== 'EXTERNAL_WEBSITE';
  if (isForm && page_id === undefined)
    return [{ field: 'page_id', message: 'is required: the ad group collects leads by a form; list_instant_forms' }];
  if (!isForm && page_id !== undefined)
    return [{ field: 'page_id', message: 'means nothing here: the ad group collects no leads by an instant form' }];
  const isWebsite = group.promotion_type === 'WEBSITE' || (group.promotion_type === 'LEAD_GENERATION' && !isForm);
  if (isWebsite && landing_page_url === undefined)
    return [{ field: 'landing_page_url', message: 'is required: the ad group promotes a website' }];
  return [];
}
