import type { MediaPlanMember, SameCampaign } from '../../plans/media-plan.ts';
import type { PlannedRow } from '../../tools/media-plan-desk.ts';
import type { CampaignDraft } from '../campaigns/campaign-drafts.ts';
import type { Coins } from '../campaigns/coins.ts';
import type { CheckedCampaign } from './checked-campaign.ts';

/** A campaign of the sheet as it is answered. */
export function answerRow(draft: CampaignDraft, checked: CheckedCampaign | undefined, coins: Coins): PlannedRow {
  const campaign = checked?.campaign ?? draft.campaign;
  const { objective, type, container, budget } = campaign ?? {};
  const difference = Object.assign({}, ...(checked?.calls ?? []).map((call) => call.difference ?? {}));
  const isChange = checked?.fate === 'change' && Object.keys(difference).length > 0;
  const shownBudget = budget ?? budgetOfGroups(campaign, coins);
  return {
    rows: [...draft.rows],
    fate: checked?.fate ?? 'out',
    ...(draft.channel !== undefined && { channel: draft.channel }),
    ...(draft.account && { account: draft.account.id }),
    campaign: {
      name: campaign?.name ?? draft.name,
      ...(checked?.running && { id: checked.running.id }),
      ...(objective !== undefined && { objective }),
      ...(type !== undefined && { type }),
      ...(container !== undefined && { container }),
      ...(draft.account && { account_name: draft.account.name }),
    },
    ...(shownBudget && { budget: shownBudget }),
    ...(campaign?.start !== undefined && { start: campaign.start }),
    ...(campaign?.end !== undefined && { end: campaign.end }),
    groups: (campaign?.groups ?? []).map(({ name, ads }) => ({ name, ads: ads.length })),
    ...(isChange && { difference }),
    platform_checked: checked?.platformChecked ?? false,
  };
}

/** Where the groups hold budgets of one kind: all of them together. */
function budgetOfGroups(campaign: CheckedCampaign['campaign'] | undefined, coins: Coins): PlannedRow['budget'] {
  const budgets = (campaign?.groups ?? []).flatMap(({ budget }) => budget ?? []);
  const [first] = budgets;
  if (!first || budgets.some(({ per }) => per !== first.per)) return undefined;
  const sum = budgets.reduce((total, budget) => total + (coins.units(budget) ?? 0n), 0n);
  return { ...coins.money(sum, first.currency), per: first.per };
}

/** What is to be made or changed, in the order of the sheet. */
export function membersOf(checked: readonly CheckedCampaign[]): MediaPlanMember[] {
  const going = checked.filter(({ fate, calls }) => (fate === 'make' || fate === 'change') && calls.length > 0);
  return going.map(({ fate, draft, look, campaign, running, calls }, position) => ({
    position,
    rows: draft.rows,
    kind: fate as 'make' | 'change',
    channel: look.place.channel.name,
    account: look.account.id,
    ...(look.account.through && { through: look.account.through }),
    campaign,
    ...(running && { before: running }),
    calls,
  }));
}

/** What exists as the sheet wants it. */
export function sameOf(checked: readonly CheckedCampaign[]): SameCampaign[] {
  return checked.flatMap(({ fate, draft, look, campaign, running }) =>
    fate === 'same' && running
      ? [{ rows: draft.rows, channel: look.place.channel.name, account: look.account.id, campaign, before: running }]
      : [],
  );
}
