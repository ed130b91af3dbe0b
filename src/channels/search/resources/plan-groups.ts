import type {
  MadeId,
  PlannedCall,
  PlannedCalls,
  PlannedCampaign,
  PlannedProblem,
} from '../../../tools/media-planning.ts';
import { look, withoutDefault } from '../../../tools/plan-problems.ts';
import { amountProblems } from '../../../tools/planned-campaign.ts';
import { plannedAd } from './plan-ads.ts';
import { plannedKeywords } from './plan-keywords.ts';

export interface GroupPlace {
  campaign: PlannedCampaign;
  /** Of the group in the planned campaign. */
  at: number;
  campaignId: string | MadeId;
  /** The campaign bids by hand: its groups need bids. */
  isManual: boolean;
  /** Of groups without a bid. */
  usualBid?: string | undefined;
}

const KEYWORDS_MAX = 1000;
export const UNUSED_BID = 'It is not used: the platform sets the bids of this campaign itself.';

/** An ad group with its keywords and ads. */
export function groupCalls(place: GroupPlace): PlannedCalls {
  const { campaign, at, campaignId } = place;
  const group = campaign.groups[at]!;
  const { bid, problems } = bidOf(place);
  const key = `group ${at + 1}`;
  const made: PlannedCall = {
    key,
    level: 'group',
    name: group.name,
    tool: 'create_ad_group',
    arguments: { campaign_id: campaignId, name: group.name, ...(bid !== undefined && { cpc_bid: bid }) },
    makes: ['ad_group', 'id'],
    from: { name: `groups.${at}.name`, cpc_bid: `groups.${at}.bid` },
  };
  const keywords = keywordCalls(campaign, at, { made: key });
  const ads = adCalls(campaign, at, { made: key });
  return {
    calls: [made, ...keywords.calls, ...ads.calls],
    problems: [...problems, ...keywords.problems, ...ads.problems],
  };
}

function bidOf({ campaign, at, isManual, usualBid }: GroupPlace): { bid?: string; problems: PlannedProblem[] } {
  const { bid: own } = campaign.groups[at]!;
  const field = `groups.${at}.bid`;
  if (!isManual && own === undefined) return { problems: [] };
  if (!isManual) return { problems: [look(field, UNUSED_BID)] };
  const bid = own ?? usualBid;
  if (bid !== undefined) return { bid, problems: amountProblems(field, bid, campaign.currency) };
  const message = 'The campaign bids by hand (MANUAL_CPC), so its ad groups need a bid.';
  return { problems: [withoutDefault(field, message, 'a bid here, or the default cpc_bid')] };
}

function keywordCalls({ groups }: PlannedCampaign, at: number, group: MadeId): PlannedCalls {
  const field = `groups.${at}.keywords`;
  const { wanted, negative, problems } = plannedKeywords(field, groups[at]!.keywords);
  const parts = (kind: 'keywords' | 'negatives', all: typeof wanted): PlannedCall[] =>
    Array.from({ length: Math.ceil(all.length / KEYWORDS_MAX) }, (_, part) => ({
      key: `${kind} ${at + 1}${part > 0 ? `.${part + 1}` : ''}`,
      level: 'part',
      name: groups[at]!.name,
      tool: 'add_keywords',
      arguments: {
        ad_group_id: group,
        ...(kind === 'negatives' && { negative: true }),
        keywords: all.slice(part * KEYWORDS_MAX, (part + 1) * KEYWORDS_MAX),
      },
      from: { keywords: field },
    }));
  return { calls: [...parts('keywords', wanted), ...parts('negatives', negative)], problems };
}

/** The ads of a group, where its rows have texts for some. */
export function adCalls({ groups }: PlannedCampaign, at: number, group: string | MadeId): PlannedCalls {
  const calls: PlannedCall[] = [];
  const problems: PlannedProblem[] = [];
  for (const [index, ad] of groups[at]!.ads.entries()) {
    const field = `groups.${at}.ads.${index}`;
    const planned = plannedAd(field, ad);
    problems.push(...planned.problems);
    if (planned.arguments)
      calls.push({
        key: `ad ${at + 1}.${index + 1}`,
        level: 'ad',
        name: ad.name,
        tool: 'create_responsive_search_ad',
        arguments: { ad_group_id: group, ...planned.arguments },
        makes: ['ad', 'id'],
        from: { headlines: `${field}.headlines`, descriptions: `${field}.texts`, final_urls: `${field}.landingPage` },
      });
  }
  return { calls, problems };
}
