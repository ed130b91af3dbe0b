import { expect, test } from 'vitest';
import type { PlanLine } from '../reading/sheet-reading.ts';
import { campaignDrafts } from './campaign-drafts.ts';
import { Coins } from './coins.ts';
import type { PlanChannel } from './plan-channels.ts';
import { SheetProblems } from './sheet-problems.ts';

const PROFESSIONAL = {
  title: 'Professional',
  channel: { name: 'professional', account: { schema: { safeParse: (data: string) => ({ data }) } } },
  planning: { groupsAreCampaigns: true },
  configured: '1',
  accounts: [{ id: '1', name: 'Acme', currency: 'USD', timeZone: 'UTC' }],
} as unknown as PlanChannel;

const line = (row: number, campaign: string, group: string, amount: string): PlanLine => ({
  row,
  channel: 'professional',
  campaign,
  group,
  budget: { amount, per: 'total' },
  isOut: false,
  cells: { campaign: `Plan!B${row}`, group: `Plan!C${row}`, budget: `Plan!F${row}` },
});

function drafted(lines: PlanLine[]) {
  const problems = new SheetProblems();
  const channels = new Map([['professional', PROFESSIONAL]]);
  const work = campaignDrafts(lines, { channels, defaults: {}, problems, coins: new Coins() });
  let step = work.next();
  while (!step.done) step = work.next();
  return { drafts: step.value, problems: problems.sorted() };
}

test('each group is a campaign with its own rows and budget, in a container; the same group name may stand in two', () => {
  const { drafts, problems } = drafted([
    line(2, 'Holiday', 'Directors', '100'),
    line(3, 'Holiday', 'Engineers', '250'),
    line(4, 'Spring', 'Directors', '300'),
    line(5, 'Spring', 'Engineers', '400'),
  ]);
  expect(problems).toEqual([]);
  expect(
    drafts.map(({ name, rows, campaign, spans }) => [
      campaign?.container,
      name,
      rows,
      campaign?.groups[0]?.budget?.amount,
      campaign?.cells,
      spans.map(({ units }) => units),
    ]),
  ).toEqual([
    ['Holiday', 'Directors', [2], '100.00', { name: 'Plan!C2', container: 'Plan!B2' }, [10000n]],
    ['Holiday', 'Engineers', [3], '250.00', { name: 'Plan!C3', container: 'Plan!B2' }, [25000n]],
    ['Spring', 'Directors', [4], '300.00', { name: 'Plan!C4', container: 'Plan!B4' }, [30000n]],
    ['Spring', 'Engineers', [5], '400.00', { name: 'Plan!C5', container: 'Plan!B4' }, [40000n]],
  ]);
});

test('one group is the campaign itself', () => {
  const { drafts } = drafted([line(2, 'Holiday', 'Directors', '100')]);
  expect(drafts).toMatchObject([{ name: 'Holiday', campaign: { name: 'Holiday' } }]);
  expect(drafts[0]!.campaign!.container).toBeUndefined();
});
