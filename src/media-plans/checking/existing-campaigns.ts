import type { MediaPlanLinkRow } from '../../store/media-plan-tables.ts';
import type { PlannedCampaign, RunningCampaign } from '../../tools/media-planning.ts';
import type { CampaignDraft } from '../campaigns/campaign-drafts.ts';
import { nameKey } from '../campaigns/names.ts';
import type { AccountLook } from './account-looks.ts';

/** The running campaign that a campaign of the sheet is. */
export type Existing =
  | { running: RunningCampaign; isLinked: boolean; isRenamed: boolean }
  | { several: readonly RunningCampaign[] }
  | undefined;

/** What was made from this sheet before, and which names it has now. */
export class SheetLinks {
  readonly #links: readonly MediaPlanLinkRow[];
  readonly #names: ReadonlySet<string>;

  constructor(links: readonly MediaPlanLinkRow[], drafts: readonly CampaignDraft[]) {
    this.#links = links;
    this.#names = new Set(
      drafts.flatMap(({ channel, account, name, campaign }) =>
        [name, campaign?.name ?? name].map((one) => `${channel} ${account?.id} ${nameKey(one)}`),
      ),
    );
  }

  of({ channel, account }: Pick<CampaignDraft, 'channel' | 'account'>): MediaPlanLinkRow[] {
    return this.#links.filter((link) => link.channel === channel && link.account === account?.id);
  }

  /** Whether the sheet still has a campaign that is called as the link says. */
  isNamed({ channel, account, name }: MediaPlanLinkRow): boolean {
    return this.#names.has(`${channel} ${account} ${nameKey(name)}`);
  }

  all(): readonly MediaPlanLinkRow[] {
    return this.#links;
  }
}

/**
 * By its link, where the sheet made it; else by its name. A row that had a campaign whose name is nowhere in the sheet any more has
 * renamed it.
 */
export function existingCampaign(
  draft: CampaignDraft,
  campaign: PlannedCampaign,
  { running, byName }: AccountLook,
  links: SheetLinks,
): Existing {
  const own = links.of(draft);
  const byId = (id: string) => running.find((one) => one.id === id);
  const called = [nameKey(draft.name), nameKey(campaign.name)];
  const linked = own
    .filter(({ name }) => called.includes(nameKey(name)))
    .flatMap((link) => byId(link.campaign_id) ?? []);
  const named = inContainer(byName.get(nameKey(campaign.name)) ?? [], campaign.container);
  const known = linked.find((one) => named.includes(one)) ?? linked[0];
  if (known) return { running: known, isLinked: true, isRenamed: false };
  if (named.length === 1) return { running: named[0]!, isLinked: false, isRenamed: false };
  if (named.length > 1) return { several: named };
  const renamed = own
    .filter((link) => draft.rows.includes(Number(link.row)) && !links.isNamed(link))
    .flatMap((link) => byId(link.campaign_id) ?? []);
  return renamed.length === 1 ? { running: renamed[0]!, isLinked: true, isRenamed: true } : undefined;
}

/** In another container a campaign of the same name is another one. */
function inContainer(named: readonly RunningCampaign[], wanted: string | undefined): readonly RunningCampaign[] {
  if (wanted === undefined) return named;
  return named.filter(({ container }) => container !== undefined && nameKey(container.name) === nameKey(wanted));
}

/** Where the sheet names no group, it means the campaign's first. */
export function withGroupOf(campaign: PlannedCampaign, running: RunningCampaign): PlannedCampaign {
  const [only, ...others] = campaign.groups;
  const [first] = running.groups;
  if (!only || others.length > 0 || only.cells.name !== undefined || !first) return withBudgetsOf(campaign, running);
  return withBudgetsOf({ ...campaign, groups: [{ ...only, name: first.name }] }, running);
}

/** Where the groups of the running campaign hold its budgets, one that the rows of all groups say is that of each group. */
function withBudgetsOf(campaign: PlannedCampaign, running: RunningCampaign): PlannedCampaign {
  const { budget, groups, cells } = campaign;
  const isHeldByGroups = running.budget === undefined && running.groups.some((group) => group.budget);
  const isSaidByAll = groups.length === 1 || groups.every((group) => group.cells.budget !== undefined);
  if (!budget || !isHeldByGroups || !isSaidByAll) return campaign;
  const { budget: cell, ...otherCells } = cells;
  return {
    ...campaign,
    budget: undefined,
    groups: groups.map((group) => ({
      ...group,
      budget,
      cells: { ...(cell !== undefined && { budget: cell }), ...group.cells },
    })),
    cells: otherCells,
  };
}
