import COUNTRY_NUMBERS from '../../../facts/country-numbers.json' with { type: 'json' };
import type {
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
  PlanningContext,
} from '../../../tools/media-planning.ts';
import { couldHaveDefault, look, stop, withoutDefault } from '../../../tools/plan-problems.ts';
import { nameKey, plannedCalls } from '../../../tools/planned-campaign.ts';
import { objectiveProblems, PlanDefaults, type PlannedType, strategyOf, targetsOf, typeOf } from './plan-defaults.ts';
import { groupCalls, UNUSED_BID } from './plan-groups.ts';
import { dailyBudget, later } from './plan-money.ts';

/** The calls that make a campaign of a media plan, paused. */
export function creating(campaign: PlannedCampaign, context: PlanningContext): PlannedCalls {
  const defaults = PlanDefaults.parse(context.defaults);
  const { type, problems } = typeOf(campaign);
  const strategy = strategyOf(campaign, type, defaults);
  const first = campaignCall(campaign, type, context, defaults);
  const below =
    type === 'SEARCH'
      ? campaign.groups.map((_, at) =>
          groupCalls({
            campaign,
            at,
            campaignId: { made: 'campaign' },
            isManual: strategy === 'MANUAL_CPC',
            usualBid: defaults.cpc_bid,
          }),
        )
      : [{ calls: [], problems: assetProblems(campaign) }];
  return plannedCalls({
    calls: [...first.calls, ...below.flatMap(({ calls }) => calls)],
    problems: [
      ...problems,
      ...objectiveProblems(campaign),
      ...first.problems,
      ...twinProblems(campaign),
      ...below.flatMap((one) => one.problems),
    ],
  });
}

function campaignCall(
  campaign: PlannedCampaign,
  type: PlannedType,
  { today }: PlanningContext,
  defaults: PlanDefaults,
): PlannedCalls {
  const { start, end } = campaign;
  const budget = dailyBudget(campaign, later(start ?? today, today), end);
  const { ids, field: placeField, problems: placeProblems } = placesOf(campaign);
  const { languages, field: languageField, problems: languageProblems } = languagesOf(campaign);
  const strategy = strategyOf(campaign, type, defaults);
  const call: PlannedCall = {
    key: 'campaign',
    level: 'campaign',
    name: campaign.name,
    tool: 'create_campaign',
    arguments: {
      name: campaign.name,
      type,
      budget: budget.amount,
      contains_eu_political_advertising: defaults.contains_eu_political_advertising,
      bidding_strategy: strategy,
      ...targetsOf(strategy, defaults),
      ...(start !== undefined && start >= today && { start_date: start }),
      ...(end !== undefined && { end_date: end }),
      ...(ids.length > 0 && { location_ids: ids }),
      ...(languages.length > 0 && { language_ids: languages }),
      ...(type === 'SEARCH' && defaults.search_partners !== undefined && { search_partners: defaults.search_partners }),
    },
    makes: ['campaign', 'id'],
    from: {
      name: 'name',
      type: 'type',
      budget: 'budget',
      bidding_strategy: 'objective',
      start_date: 'start',
      end_date: 'end',
      location_ids: placeField,
      language_ids: languageField,
    },
  };
  const problems = [
    ...declarationProblems(defaults),
    ...budget.problems,
    ...placeProblems,
    ...languageProblems,
    ...unusedProblems(campaign),
  ];
  return { calls: [call], problems };
}

function declarationProblems({ contains_eu_political_advertising: declared }: PlanDefaults): PlannedProblem[] {
  if (declared !== undefined) return [];
  const message =
    'EU law demands to declare whether campaigns contain political advertising: set the default contains_eu_political_advertising.';
  return [withoutDefault('name', message, '{"search":{"contains_eu_political_advertising":false}} or true')];
}

const NUMBERS: Readonly<Record<string, number>> = COUNTRY_NUMBERS;
/** A country's place has the id 2000 + its number in ISO 3166-1. */
const COUNTRY_BASE = 2000;

/** Places are a campaign's: those of all its groups. */
function placesOf({ groups }: PlannedCampaign) {
  const at = Math.max(
    groups.findIndex(({ countries }) => countries.length > 0),
    0,
  );
  const field = `groups.${at}.countries`;
  const all = [...new Set(groups.flatMap(({ countries }) => countries))];
  const unknown = all.filter((code) => NUMBERS[code] === undefined);
  const problems = unknown.map((code) => stop(field, `"${code}" is no country.`, 'such as DE, FR'));
  if (all.length === 0)
    problems.push(couldHaveDefault(field, 'No country is named: the ads would be shown everywhere.'));
  if (differ(groups.map(({ countries }) => countries)))
    problems.push(look(field, `Search has places by campaign: all its groups are shown in ${all.join(', ')}.`));
  return {
    ids: all.flatMap((code) => NUMBERS[code] ?? []).map((number) => String(COUNTRY_BASE + number)),
    field,
    problems,
  };
}

function languagesOf({ groups }: PlannedCampaign) {
  const at = Math.max(
    groups.findIndex(({ languages }) => languages.length > 0),
    0,
  );
  const field = `groups.${at}.languages`;
  const languages = [...new Set(groups.flatMap((group) => group.languages))];
  const problems = differ(groups.map((group) => group.languages))
    ? [look(field, `Search has languages by campaign: all its groups are shown in ${languages.join(', ')}.`)]
    : [];
  return { languages, field, problems };
}

function differ(lists: readonly (readonly string[])[]): boolean {
  return new Set(lists.flatMap((list) => (list.length > 0 ? [[...list].sort().join(' ')] : []))).size > 1;
}

/** What the sheet itself says and a new campaign does not get. */
function unusedProblems({ groups }: PlannedCampaign): PlannedProblem[] {
  return groups.flatMap(({ cells, start, end, ages, genders, audienceIds }, at) => [
    ...(start !== undefined || end !== undefined
      ? [look(`groups.${at}.${start === undefined ? 'end' : 'start'}`, RUNS_AS_CAMPAIGN)]
      : []),
    ...(ages && cells.ages ? [look(`groups.${at}.ages`, `Ages ${WITH_TARGETING}`)] : []),
    ...(genders && genders !== 'all' && cells.genders
      ? [look(`groups.${at}.genders`, `Genders ${WITH_TARGETING}`)]
      : []),
    ...(audienceIds.length > 0 && cells.audienceIds
      ? [look(`groups.${at}.audienceIds`, `Audiences ${WITH_TARGETING}`)]
      : []),
  ]);
}

const RUNS_AS_CAMPAIGN = 'Search has days by campaign: the group runs as long as its campaign does.';
const WITH_TARGETING = 'of a search campaign are not set from a sheet: use update_campaign_targeting when it is made.';

function twinProblems({ groups }: PlannedCampaign): PlannedProblem[] {
  const keys = groups.map(({ name }) => nameKey(name));
  return groups.flatMap(({ name }, at) =>
    keys.indexOf(keys[at]!) === at ? [] : [stop(`groups.${at}.name`, `The campaign has two groups named "${name}".`)],
  );
}

/** The pictures and the logo that an asset group cannot do without are no cells of a sheet. */
function assetProblems({ cells, groups }: PlannedCampaign): PlannedProblem[] {
  const message =
    'Only the Performance Max campaign is made: its asset groups need pictures and a logo, add them with create_asset_group.';
  const unused = groups.flatMap(({ bid }, at) => (bid === undefined ? [] : [look(`groups.${at}.bid`, UNUSED_BID)]));
  return [look(cells.type === undefined ? 'name' : 'type', message), ...unused];
}
