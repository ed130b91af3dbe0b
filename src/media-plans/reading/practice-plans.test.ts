import { expect, test } from 'vitest';
import { render } from '../../sandbox/office/format.ts';
import {
  agencyPlans,
  FRENCH_PLAN_ID,
  GERMAN_PLAN_ID,
  MESSY_PLAN_ID,
  TIDY_PLAN_ID,
} from '../../sandbox/office/seed/agency-plans.ts';
import { readPlan } from './read-plan.ts';

async function practicePlan(id: string, today: string) {
  const [tab] = agencyPlans(Date.parse(today), []).find((workbook) => workbook.id === id)!.tabs;
  const { rows, title } = tab!;
  const cells = (option: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE') =>
    rows.map((row) => row.map((cell) => render(cell, option, 'SERIAL_NUMBER')));
  const shown = cells('FORMATTED_VALUE').map((row) => row.map(String));
  return readPlan({ tab: title, firstRow: 0, firstColumn: 0, shown, values: cells('UNFORMATTED_VALUE') }, { today });
}

test.each([
  [TIDY_PLAN_ID, 8, [], ['77800.5 USD']],
  [GERMAN_PLAN_ID, 15, ['E13'], ['92200 USD']],
  [FRENCH_PLAN_ID, 5, [], ['52750 EUR', '22000 EUR', '30750 EUR']],
  [MESSY_PLAN_ID, 10, ['F16', 'F19', 'A20'], ['21500 USD', '52500 USD']],
])(
  'the practice plan %s has its lines, sums and only the problems it is meant to have',
  async (id, lines, stops, sums) => {
    for (const today of ['2026-11-18', '2027-02-03', '2027-12-20']) {
      const reading = await practicePlan(id, today);
      expect(reading.lines).toHaveLength(lines);
      const stopping = reading.problems.filter(({ level }) => level === 'stop');
      expect(stopping.map(({ cell }) => cell.split('!').at(-1))).toEqual(stops);
      expect(reading.sums.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(sums);
      for (const { start = '', end = '' } of reading.lines) expect([start > today, end > today]).toEqual([true, true]);
    }
  },
);
