import type { WrittenCell } from '../../sheets/writing/cell-xml.ts';
import type { PlannedBudget, RunningCampaign, RunningGroup } from '../../tools/media-planning.ts';
import { coinDigits } from '../../tools/money.ts';
import type { RunningAccount } from '../running-accounts.ts';

/** One row of an exported plan. */
export interface ExportedLine {
  channel: string;
  account: string;
  currency: string;
  campaign: RunningCampaign;
  /** Left out: the row is about the campaign as a whole. */
  group?: RunningGroup | undefined;
  budget?: PlannedBudget | undefined;
  start?: string | undefined;
  end?: string | undefined;
  status: RunningCampaign['status'];
  ads?: number | undefined;
  note?: string | undefined;
}

interface Column {
  head: string;
  width: number;
  cell(line: ExportedLine): WrittenCell;
}

const text = (value: string | undefined): WrittenCell => (value === undefined ? undefined : { text: value });
const day = (value: string | undefined): WrittenCell => (value === undefined ? undefined : { day: value });

/** Heads and words that are read back as what they are; the last four are notes to a reader of the sheet. */
const COLUMNS: readonly Column[] = [
  { head: 'Channel', width: 14, cell: ({ channel }) => text(capitalized(channel)) },
  { head: 'Account', width: 18, cell: ({ account }) => text(account) },
  { head: 'Campaign group', width: 24, cell: ({ campaign }) => text(campaign.container?.name) },
  { head: 'Campaign', width: 36, cell: ({ campaign }) => text(campaign.name) },
  { head: 'Ad group', width: 30, cell: ({ group }) => text(group?.name) },
  { head: 'Objective', width: 14, cell: ({ campaign }) => text(objectiveWord(campaign.objective)) },
  { head: 'Start', width: 12, cell: ({ start }) => day(start) },
  { head: 'End', width: 12, cell: ({ end }) => day(end) },
  { head: 'Total budget', width: 18, cell: ({ budget }) => amount(budget, 'total') },
  { head: 'Daily budget', width: 18, cell: ({ budget }) => amount(budget, 'day') },
  { head: 'Currency', width: 10, cell: ({ currency }) => text(currency) },
  { head: 'Status', width: 10, cell: ({ status }) => text(STATUS_WORDS[status]) },
  { head: 'Campaign ID', width: 22, cell: ({ campaign }) => text(campaign.id) },
  { head: 'Number of ads', width: 14, cell: ({ ads }) => (ads === undefined ? undefined : { number: String(ads) }) },
  { head: 'Note', width: 60, cell: ({ note }) => text(note) },
];

const STATUS_WORDS = { on: 'Active', paused: 'Paused', ended: 'Ended', other: 'Other' } as const;

export const EXPORT_WIDTHS = COLUMNS.map(({ width }) => width);

export function headCells(): WrittenCell[] {
  return COLUMNS.map(({ head }) => ({ text: head }));
}

export function lineCells(line: ExportedLine): WrittenCell[] {
  return COLUMNS.map(({ cell }) => cell(line));
}

/** A row that only says something, such as what is not in the file. */
export function noteCells(note: string): WrittenCell[] {
  return [...COLUMNS.slice(1).map(() => undefined), { text: note }];
}

/** A campaign with several groups has a row of its own, and one for each group. */
export function linesOf({ channel, account }: RunningAccount, campaign: RunningCampaign): ExportedLine[] {
  const { budget, start, end, status, groups } = campaign;
  const place = { channel, account: account.id, currency: account.currency.code, campaign };
  const [only, ...others] = groups;
  if (!only) return [{ ...place, budget, start, end, status }];
  if (others.length === 0) {
    const days = { start: start ?? only.start, end: end ?? only.end };
    return [{ ...place, group: only, budget: budget ?? only.budget, ...days, status, ads: only.ads }];
  }
  return [
    { ...place, budget, start, end, status },
    ...groups.map((group) => ({
      ...place,
      group,
      // A budget that all have in common is the campaign's: its groups' shares are not told as budgets.
      ...(!budget && { budget: group.budget }),
      ...(group.start !== start && { start: group.start }),
      ...(group.end !== end && { end: group.end }),
      status: group.status,
      ads: group.ads,
    })),
  ];
}

function amount(budget: PlannedBudget | undefined, per: PlannedBudget['per']): WrittenCell {
  if (budget?.per !== per) return undefined;
  return { amount: budget.amount, currency: budget.currency, digits: coinDigits(budget.currency) };
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function objectiveWord(objective: string | undefined): string | undefined {
  return objective && capitalized(objective.replaceAll('_', ' '));
}
