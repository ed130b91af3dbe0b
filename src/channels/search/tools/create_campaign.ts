import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Day, Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { inOrder, needs, onlyWith } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { microsOf } from '../money.ts';
import { currencyOf } from '../resources/account.ts';
import {
  BIDDING_OF_NEW,
  type Bidding,
  biddingFields,
  biddingMisfits,
  IMPRESSION_PLACES,
  impressionShare,
  missingTargets,
  roas,
  targetProblems,
  unusualRoas,
} from '../resources/bidding.ts';
import { campaignRow, EU_POLITICAL, shownCampaign } from '../resources/campaign.ts';
import { Language, languageIds } from '../resources/language.ts';
import { creating, idOf, type Operation } from '../resources/wire/operation.ts';

const input = z.strictObject({
  name: oneLine().describe('Name of the campaign'),
  type: z.enum(['SEARCH', 'PERFORMANCE_MAX']).default('SEARCH').describe('PERFORMANCE_MAX: automated, on all channels'),
  budget: amount('Per day'),
  contains_eu_political_advertising: z.boolean().describe('The declaration EU law demands; ask if you do not know'),
  bidding_strategy: z.enum(BIDDING_OF_NEW).optional().describe('MANUAL_CPC for SEARCH, MAXIMIZE_CONVERSIONS otherwise'),
  target_cpa: amount('Wanted cost of a conversion, with MAXIMIZE_CONVERSIONS').optional(),
  target_roas: roas().optional().describe('Wanted return on ad spend: 3.5 is 350 %'),
  max_cpc: amount('Most for a click, with MAXIMIZE_CLICKS').optional(),
  impression_share: impressionShare().optional().describe('Wanted share, with TARGET_IMPRESSION_SHARE'),
  impression_place: z.enum(IMPRESSION_PLACES).optional().describe('Where, with impression_share'),
  start_date: Day.optional().describe('First day; now when left out'),
  end_date: Day.optional().describe('Last day; without end when left out'),
  location_ids: z.array(Id).max(500).optional().describe('From search_locations; everywhere when left out'),
  language_ids: z.array(Language).max(50).optional().describe('Such as de; all when left out'),
  search_partners: z.boolean().optional().describe('SEARCH only'),
  business_name_asset_id: Id.optional().describe('PERFORMANCE_MAX with brand guidelines; needs logo_asset_id'),
  logo_asset_id: Id.optional().describe('With business_name_asset_id'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'create_campaign',
  title: 'Create a campaign',
  description:
    'Creates a campaign with a budget of its own. It is paused: nothing is spent until update_campaign enables it. Then add ad groups (SEARCH) or asset groups (PERFORMANCE_MAX).',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input,
  aliases: { daily_budget: 'budget' },
  output: z.object({
    campaign: asListed('list_campaigns'),
    notes: z.array(z.string()),
    ...servingOutput,
  }),
  rules: problems,
  look: ({ name }) => ({ tool: 'list_campaigns', arguments: { name_contains: name } }),
  async run(given, { client, account }) {
    const { language_ids: languages } = given;
    const args = {
      ...given,
      ...(languages && { language_ids: await languageIds(client, account, languages, 'language_ids') }),
    };
    const operations = operationsFor(args, account, await currencyOf(client, account));
    const [, created = ''] = await client.mutate(account, operations);
    const id = idOf(created);
    const row = await readBack(`The campaign ${id} was created`, () => campaignRow(client, account, id));
    const { keeps_from_serving } = await servingReport(client, account, id);
    return { campaign: shownCampaign(row), notes: notesOn(args), keeps_from_serving };
  },
});

function strategyOf({ type, bidding_strategy }: Arguments): Bidding {
  return bidding_strategy ?? (type === 'SEARCH' ? 'MANUAL_CPC' : 'MAXIMIZE_CONVERSIONS');
}

function problems(args: Arguments): Problem[] {
  const strategy = strategyOf(args);
  return [
    ...targetProblems(strategy, args),
    ...missingTargets(strategy, args),
    ...biddingMisfits(strategy, args.type, false),
    ...onlyWith(args, 'search_partners', { type: 'SEARCH' }),
    ...onlyWith(args, 'business_name_asset_id', { type: 'PERFORMANCE_MAX' }),
    ...onlyWith(args, 'logo_asset_id', { type: 'PERFORMANCE_MAX' }),
    ...needs(args, 'business_name_asset_id', 'logo_asset_id'),
    ...needs(args, 'logo_asset_id', 'business_name_asset_id'),
    ...inOrder(args, 'start_date', 'end_date'),
  ];
}

/** Budget, campaign and targeting in one transaction; negative ids stand for what is not made yet. */
function operationsFor(args: Arguments, account: string, currency: string | undefined): Operation[] {
  const budget = `customers/${account}/campaignBudgets/-1`;
  const campaign = `customers/${account}/campaigns/-2`;
  const link = (argument: 'business_name_asset_id' | 'logo_asset_id', fieldType: string): Operation[] => {
    if (args[argument] === undefined) return [];
    const asset = `customers/${account}/assets/${args[argument]}`;
    return [creating('campaignAsset', { campaign, asset, fieldType }, argument)];
  };
  return [
    creating(
      'campaignBudget',
      {
        resourceName: budget,
        amountMicros: microsOf('budget', args.budget, currency),
        // The platform's default is a budget that any campaign may spend from.
        explicitlyShared: false,
      },
      'budget',
    ),
    creating('campaign', {
      resourceName: campaign,
      name: args.name,
      status: 'PAUSED',
      advertisingChannelType: args.type,
      campaignBudget: budget,
      containsEuPoliticalAdvertising: args.contains_eu_political_advertising ? EU_POLITICAL.yes : EU_POLITICAL.no,
      ...biddingFields(strategyOf(args), args, currency),
      ...(args.start_date && { startDateTime: `${args.start_date} 00:00:00` }),
      ...(args.end_date && { endDateTime: `${args.end_date} 23:59:59` }),
      ...(args.type === 'SEARCH'
        ? {
            networkSettings: {
              targetGoogleSearch: true,
              targetSearchNetwork: args.search_partners ?? false,
              targetContentNetwork: false,
              targetPartnerSearchNetwork: false,
            },
          }
        : { brandGuidelinesEnabled: args.business_name_asset_id !== undefined }),
    }),
    ...link('business_name_asset_id', 'BUSINESS_NAME'),
    ...link('logo_asset_id', 'LOGO'),
    ...(args.location_ids ?? []).map((id, at) => {
      const location = { geoTargetConstant: `geoTargetConstants/${id}` };
      return creating('campaignCriterion', { campaign, location }, `location_ids.${at}`);
    }),
    ...(args.language_ids ?? []).flatMap((id, at, ids) => {
      const language = { languageConstant: `languageConstants/${id}` };
      if (ids.indexOf(id) !== at) return [];
      return [creating('campaignCriterion', { campaign, language }, `language_ids.${at}`)];
    }),
  ];
}

function notesOn(args: Arguments): string[] {
  const notes = ['It is paused. Enable it with update_campaign when it is complete.'];
  if (args.bidding_strategy === undefined) notes.push(`It bids by ${strategyOf(args)}, as nothing else was asked for.`);
  if (!args.location_ids?.length) notes.push('It targets every place, because no location_ids were given.');
  if (!args.language_ids?.length) notes.push('It targets every language, because no language_ids were given.');
  if (args.type === 'PERFORMANCE_MAX' && args.business_name_asset_id === undefined) {
    notes.push('It has no brand guidelines: each asset group needs its own BUSINESS_NAME and LOGO.');
  }
  return [...notes, ...unusualRoas(args.target_roas)];
}
