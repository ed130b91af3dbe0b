import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { apart, atLeastOne, inOrder, needs, notBoth, onlyWith } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { AdGroup, adGroupOf, findAdGroup } from '../resources/ad-group.ts';
import { bidFieldOf, billingOf, checkedBid, RoasFloor, valueBid } from '../resources/bidding.ts';
import { checkedBudget } from '../resources/budget.ts';
import { Automation, automationOf, automationProblems, existingCampaign, pathFor } from '../resources/campaign.ts';
import { signsOf } from '../resources/dayparting.ts';
import { Comments, plainText, TextId } from '../resources/fields.ts';
import { daysBetween, platformSchedule, scheduleFields } from '../resources/schedule.ts';
import { DYNAMIC, smartBody, smartGroupProblems } from '../resources/smart-ad-group.ts';
import { Placements, platformTargeting, targetingFields } from '../resources/targeting.ts';
import type { Campaign as WireCampaign } from '../wire.ts';

const GOALS = [
  'REACH',
  'ENGAGED_VIEW',
  'ENGAGED_VIEW_FIFTEEN',
  'CLICK',
  'TRAFFIC_LANDING_PAGE_VIEW',
  'FOLLOWERS',
  'PAGE_VISIT',
  'LEAD_GENERATION',
  'CONVERT',
  'INSTALL',
  'IN_APP_EVENT',
  'VALUE',
] as const;

const input = z.strictObject({
  campaign_id: Id.describe('Campaign it belongs to'),
  ad_group_name: plainText(512).describe('Name of the ad group'),
  optimization_goal: z.enum(GOALS).describe('What it strives for; has to fit the objective; cannot change'),
  promotion_type: z
    .enum(['WEBSITE', 'APP_ANDROID', 'APP_IOS', 'LEAD_GENERATION', 'EXTERNAL_OR_DISPLAY'])
    .optional()
    .describe(
      'What is promoted; left out: WEBSITE, or LEAD_GENERATION (an instant form; with pixel_id a website) for that objective',
    ),
  placements: Placements.default(['PLACEMENT_TIKTOK']).describe('Where ads are shown; cannot change'),
  automation: Automation.optional().describe('That of the campaign, which decides it'),
  budget_mode: z
    .enum(['BUDGET_MODE_DAY', DYNAMIC, 'BUDGET_MODE_TOTAL'])
    .optional()
    .describe('DAY when left out, in Smart+ campaigns DYNAMIC; TOTAL needs end_time; cannot change'),
  budget: amount('Per day, or for the whole run with TOTAL; not where the campaign shares its budget').optional(),
  bid: amount('Most for a result (cost cap); left out: as many results as the budget buys').optional(),
  roas_floor: RoasFloor.optional(),
  pixel_id: Id.optional().describe('For CONVERT and VALUE on a website, from list_pixels'),
  optimization_event: TextId.optional().describe('Event of the pixel or app to strive for, such as SHOPPING'),
  app_id: Id.optional().describe('For apps'),
  frequency: z.int().min(1).max(1000).optional().describe('With REACH: how often a person sees it'),
  frequency_days: z.int().min(1).max(30).optional().describe('With REACH: in how many days'),
  click_attribution_window: z
    .enum(['ONE_DAY', 'SEVEN_DAYS', 'FOURTEEN_DAYS', 'TWENTY_EIGHT_DAYS'])
    .optional()
    .describe('How long after a click a conversion counts; cannot change'),
  view_attribution_window: z.enum(['OFF', 'ONE_DAY', 'SEVEN_DAYS']).optional().describe('Likewise after a view'),
  comments: Comments.optional(),
  ...scheduleFields,
  ...targetingFields,
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_ad_group',
  title: 'Create an ad group',
  description: 'Create an ad group in a campaign, switched off: whom it reaches, when, for how much and for what.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ ad_group: AdGroup, ...servingOutput }),
  rules: (args) => [
    ...needs(args, { budget_mode: 'BUDGET_MODE_TOTAL' }, 'end_time'),
    ...needs(args, 'pixel_id', 'optimization_event'),
    ...needs(args, { optimization_goal: 'REACH' }, 'frequency'),
    ...needs(args, { optimization_goal: 'REACH' }, 'frequency_days'),
    ...onlyWith(args, 'frequency', { optimization_goal: 'REACH' }),
    ...onlyWith(args, 'frequency_days', { optimization_goal: 'REACH' }),
    ...needs(args, { promotion_type: ['APP_ANDROID', 'APP_IOS'] }, 'app_id'),
    ...onlyWith(args, 'app_id', { promotion_type: ['APP_ANDROID', 'APP_IOS'] }),
    ...inOrder(args, 'start_time', 'end_time'),
    ...apart(args, 'audience_ids', 'excluded_audience_ids'),
    ...atLeastOne(args, ['location_ids', 'zipcode_ids']),
    ...onlyWith(args, 'roas_floor', { optimization_goal: 'VALUE' }),
    ...notBoth(args, 'roas_floor', 'bid'),
    ...needs(args, 'click_attribution_window', 'view_attribution_window'),
    ...needs(args, 'view_attribution_window', 'click_attribution_window'),
  ],
  look: ({ ad_group_name, campaign_id }) => ({
    tool: 'list_ad_groups',
    arguments: { campaign_id, name_contains: ad_group_name },
  }),
  async run(args, { client, account, now }) {
    const [campaign, { currency, timezone }] = await Promise.all([
      existingCampaign(client, account, args.campaign_id),
      client.advertiser(account),
    ]);
    const problems = parentProblems(args, campaign);
    if (problems.length > 0) throw invalidArguments(problems);
    const start = args.start_time ?? new Date(client.session.platformNow()).toISOString();
    const days = args.budget_mode === 'BUDGET_MODE_TOTAL' ? daysBetween(start, args.end_time ?? start, timezone) : 1;
    const budget = args.budget === undefined ? 0 : checkedBudget({ amount: args.budget, currency, floor: 20, days });
    const billing = billingOf(args.optimization_goal);
    const bid =
      args.bid === undefined
        ? undefined
        : checkedBid({ amount: args.bid, currency, billing, budgets: [budget, campaign.budget] });
    const body = bodyOf(args, campaign, start, { budget, bid });
    const whole = automationOf(campaign) === 'SMART_PLUS' ? smartBody(body, String(now())) : body;
    const path = pathFor(campaign, 'adgroup/create');
    const { adgroup_id } = await client.change(path, whole, z.object({ adgroup_id: z.string() }), account);
    const made = await readBack(`The ad group ${adgroup_id} was created, switched off`, () =>
      findAdGroup(client, account, adgroup_id),
    );
    return {
      ad_group: adGroupOf(made, currency),
      ...(await servingReport(client, account, 'ad_group', adgroup_id)),
    };
  },
});

const USUAL_PROMOTIONS: Readonly<Record<string, string>> = {
  TRAFFIC: 'WEBSITE',
  WEB_CONVERSIONS: 'WEBSITE',
  LEAD_GENERATION: 'LEAD_GENERATION',
};

function bodyOf(
  args: Arguments,
  campaign: WireCampaign,
  start: string,
  money: { budget: number; bid: number | undefined },
) {
  const goal = args.optimization_goal;
  const promotion_type = args.promotion_type ?? USUAL_PROMOTIONS[campaign.objective_type];
  return {
    campaign_id: args.campaign_id,
    adgroup_name: args.ad_group_name,
    promotion_type,
    // A pixel measures a website; without one the form is the platform's own.
    ...(promotion_type === 'LEAD_GENERATION' && {
      promotion_target_type: args.pixel_id === undefined ? 'INSTANT_PAGE' : 'EXTERNAL_WEBSITE',
    }),
    placement_type: 'PLACEMENT_TYPE_NORMAL',
    placements: args.placements,
    optimization_goal: goal,
    billing_event: billingOf(goal),
    budget_mode: args.budget_mode ?? (automationOf(campaign) === 'SMART_PLUS' ? DYNAMIC : 'BUDGET_MODE_DAY'),
    budget: money.budget,
    bid_type: money.bid === undefined ? 'BID_TYPE_NO_BID' : 'BID_TYPE_CUSTOM',
    ...(money.bid !== undefined && { [bidFieldOf(goal)]: money.bid }),
    ...(goal === 'VALUE' && valueBid(args.roas_floor)),
    ...(billingOf(goal) === 'CPV' && { bid_display_mode: 'CPV' }),
    // Left out, the platform reads it as fast, which goes with a bid only.
    pacing: 'PACING_MODE_SMOOTH',
    pixel_id: args.pixel_id,
    click_attribution_window: args.click_attribution_window,
    view_attribution_window: args.view_attribution_window,
    comment_disabled: args.comments === undefined ? undefined : !args.comments,
    optimization_event: args.optimization_event,
    app_id: args.app_id,
    frequency: args.frequency,
    frequency_schedule: args.frequency_days,
    dayparting: args.dayparting && signsOf(args.dayparting),
    schedule_type: args.end_time === undefined ? 'SCHEDULE_FROM_NOW' : 'SCHEDULE_START_END',
    ...platformSchedule({ start_time: start, end_time: args.end_time }),
    ...platformTargeting(args),
    operation_status: 'DISABLE',
  };
}

/** Refusals that depend on the campaign. */
function parentProblems(args: Arguments, campaign: WireCampaign): Problem[] {
  const shares = campaign.budget_optimize_on === true;
  const kind = automationOf(campaign);
  const needsPixel =
    campaign.objective_type === 'WEB_CONVERSIONS' && ['CONVERT', 'VALUE'].includes(args.optimization_goal);
  const problem = (isSo: boolean, field: string, message: string) => (isSo ? [{ field, message }] : []);
  return [
    ...problem(
      campaign.objective_type === 'PRODUCT_SALES',
      'campaign_id',
      'is for PRODUCT_SALES: ad groups of catalogues and shops are made in the platform’s own tool, not here',
    ),
    ...automationProblems(args.automation ?? kind, campaign),
    ...problem(
      shares && args.budget !== undefined,
      'budget',
      'would be ignored: the campaign shares its own budget among its ad groups',
    ),
    ...problem(
      !shares && args.budget === undefined,
      'budget',
      'is required: the campaign does not share a budget of its own',
    ),
    ...problem(
      args.budget_mode === 'BUDGET_MODE_TOTAL' && campaign.budget_mode === 'BUDGET_MODE_DAY',
      'budget_mode',
      'cannot be BUDGET_MODE_TOTAL in a campaign with a daily budget',
    ),
    ...problem(
      needsPixel && args.pixel_id === undefined,
      'pixel_id',
      `is required for ${args.optimization_goal}; list_pixels shows them`,
    ),
    ...(kind === 'SMART_PLUS' ? smartGroupProblems(args, campaign) : []),
  ];
}
