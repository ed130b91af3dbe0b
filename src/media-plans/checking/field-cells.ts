import type { PlanCells, PlannedCampaign } from '../../tools/media-planning.ts';

/**
 * The cell that a field of a planned campaign stands in (`groups.1.ads.0.headlines`): its own, else that of what it belongs to. What
 * comes from defaults has no cell, and is told at the campaign's name.
 */
export function cellOfField(campaign: PlannedCampaign, field: string, otherwise: string): string {
  const path = field.split(/[.[\]]+/).filter((part) => part !== '');
  const levels: { cells: PlanCells; rest: string[] }[] = [{ cells: campaign.cells, rest: path }];
  const group = path[0] === 'groups' ? campaign.groups[Number(path[1])] : undefined;
  if (group) levels.unshift({ cells: group.cells, rest: path.slice(2) });
  const ad = group && path[2] === 'ads' ? group.ads[Number(path[3])] : undefined;
  if (ad) levels.unshift({ cells: ad.cells, rest: path.slice(4) });
  for (const { cells, rest } of levels) {
    const own = cells[rest[0] ?? 'name'];
    if (own !== undefined) return own;
  }
  // A group's days and budget are those of its campaign where it has none of its own.
  const above = campaign.cells[path.at(-1) ?? ''];
  if (above !== undefined) return above;
  for (const { cells } of levels) if (cells.name !== undefined) return cells.name;
  return otherwise;
}
