import type { NamedRange, NumberFormat, Rectangle, Tab } from '../state/workbook.ts';
import { date, formula, number, PERCENT, type Row, row } from './cells.ts';

interface PlannedCampaign {
  channel: string;
  name: string;
  start: string;
  end: string;
  budget: number;
  spent: number;
  approved: boolean;
  note?: string;
}

export interface PlanSettings {
  heading: string;
  currency: NumberFormat;
  day: NumberFormat;
  campaigns: readonly PlannedCampaign[];
}

const FIRST_ROW = 4;

/** The tab people open first: a heading over merged cells, one row a campaign, totals, and a division by an empty cell. */
export function planTab({ heading, currency, day, campaigns }: PlanSettings): Tab {
  const last = FIRST_ROW + campaigns.length - 1;
  const total = last + 1;
  const budget = sum(campaigns.map((campaign) => campaign.budget));
  const spent = sum(campaigns.map((campaign) => campaign.spent));
  return {
    sheetId: 0,
    title: 'Plan',
    rowCount: 1_000,
    columnCount: 26,
    frozenRowCount: 3,
    merges: [{ row0: 0, row1: 1, column0: 0, column1: 10 }],
    rows: [
      row(heading),
      [],
      row('Channel', 'Campaign', 'Start', 'End', 'Budget', 'Spent', 'Remaining', 'Spent %', 'Approved', 'Note'),
      ...campaigns.map((campaign, index) => campaignRow(campaign, FIRST_ROW + index, currency, day)),
      row(
        'Total',
        '',
        '',
        '',
        formula(`=SUM(E${FIRST_ROW}:E${last})`, budget, currency),
        formula(`=SUM(F${FIRST_ROW}:F${last})`, spent, currency),
        formula(`=E${total}-F${total}`, budget - spent, currency),
        formula(`=F${total}/E${total}`, spent / budget, PERCENT),
      ),
      row('Last year'),
      row(
        'Change',
        '',
        '',
        '',
        formula(
          `=E${total}/E${total + 1}-1`,
          { error: 'DIVIDE_BY_ZERO', message: 'Function DIVIDE parameter 2 cannot be zero.' },
          PERCENT,
        ),
      ),
    ],
  };
}

export function planNames({ campaigns }: PlanSettings): NamedRange[] {
  const totalRow = FIRST_ROW - 1 + campaigns.length;
  const named = (name: string, area: Rectangle) => ({ id: `named-${name.toLowerCase()}`, name, sheetId: 0, area });
  return [
    named('Campaigns', { row0: FIRST_ROW - 1, row1: totalRow, column0: 0, column1: 10 }),
    named('TotalBudget', { row0: totalRow, row1: totalRow + 1, column0: 4, column1: 5 }),
  ];
}

function campaignRow(campaign: PlannedCampaign, line: number, currency: NumberFormat, day: NumberFormat): Row {
  const { channel, name, start, end, budget, spent, approved, note = '' } = campaign;
  return row(
    channel,
    name,
    date(start, day),
    date(end, day),
    number(budget, currency),
    number(spent, currency),
    formula(`=E${line}-F${line}`, budget - spent, currency),
    formula(`=F${line}/E${line}`, spent / budget, PERCENT),
    approved,
    note,
  );
}

/** A day-by-day tab: dates, the share of the week, money. */
export function dailyTab(sheetId: number, title: string, days: readonly [string, number][], plan: PlanSettings): Tab {
  const weekday: NumberFormat = { type: 'DATE', pattern: 'dddd' };
  const total = sum(days.map(([, amount]) => amount));
  return {
    sheetId,
    title,
    rowCount: 100,
    columnCount: 8,
    rows: [
      row('Date', 'Weekday', 'Spend', 'Share', 'Updated'),
      ...days.map(([day, amount], index) =>
        row(
          date(day, plan.day),
          formula(`=A${index + 2}`, date(day, weekday).value as number, weekday),
          number(amount, plan.currency),
          formula(`=C${index + 2}/SUM(C$2:C$${days.length + 1})`, amount / total, PERCENT),
          date(`${day}T07:30`, { type: 'DATE_TIME', pattern: `${plan.day.pattern} hh:mm:ss` }),
        ),
      ),
    ],
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
