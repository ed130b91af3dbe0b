import type { PlannedAd, PlannedCalls, PlannedCampaign, PlannedGroup } from './media-planning.ts';
import { stop } from './plan-problems.ts';

/**
 * A sheet's campaign on a channel whose groups are campaigns (`groupsAreCampaigns`): one campaign a group, in a container with the
 * name of the sheet's campaign. With one group it stays as it is. A budget of all groups together belongs to none of them, so that
 * it is left out: each would spend the whole.
 */
export function campaignsOfGroups(campaign: PlannedCampaign): readonly PlannedCampaign[] {
  return campaign.groups.length > 1 ? campaign.groups.map((group) => campaignOf(campaign, group)) : [campaign];
}

function campaignOf(campaign: PlannedCampaign, group: PlannedGroup): PlannedCampaign {
  const { name, container = name, cells, budget: _, ...shared } = campaign;
  const { name: nameCell, container: containerCell = nameCell, ...others } = cells;
  const { name: groupCell } = group.cells;
  return {
    ...shared,
    name: group.name,
    container,
    groups: [group],
    cells: {
      ...others,
      ...(groupCell !== undefined && { name: groupCell }),
      ...(containerCell !== undefined && { container: containerCell }),
    },
  };
}

/** The calls that make the ads of one group of the sheet, and a problem where the platform takes fewer in a group. */
export function adsInGroup(
  { groups }: PlannedCampaign,
  group: number,
  { max, words }: { max: number; words: string },
  callsOf: (ad: PlannedAd, at: number) => PlannedCalls,
): PlannedCalls {
  const { ads } = groups[group]!;
  const made = ads.map(callsOf);
  const tooMany =
    ads.length > max
      ? [stop(`groups.${group}.name`, `${words} holds ${max} ads, and this one has ${ads.length}.`)]
      : [];
  return { calls: made.flatMap(({ calls }) => calls), problems: [...tooMany, ...made.flatMap((one) => one.problems)] };
}
