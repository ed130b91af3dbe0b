import { bulkPlan } from '../../src/media-plans/launch/bulk-plan.ts';
import type { MediaPlanContent, MediaPlanMember } from '../../src/plans/media-plan.ts';
import type { Plan } from '../../src/plans/plan.ts';
import type { NewMediaPlan } from '../../src/plans/stored-media-plans.ts';
import type { Home } from '../../src/process/home.ts';
import type { PlannedRow, SheetPlan, SheetProblem } from '../../src/tools/media-plan-desk.ts';

/** Kanal, Kampagne, Ziel, von, bis, Budget, Währung. */
type Line = readonly [string, string, string, string, string, string, string];

const HEADS = ['Kanal', 'Kampagne', 'Ziel', 'von', 'bis', 'Budget ges.', 'Whg'];
const FIRST_ROW = 3;

const LINES: readonly Line[] = [
  ['Social', 'Holiday: prospecting', 'Sales', '23.11.26', '24.12.26', '18.000,00', 'USD'],
  ['Social', 'Holiday: retargeting', 'Sales', '23.11.26', '24.12.26', '9.600,00', 'USD'],
  ['Social', 'Gift guide video views', 'Awareness', '16.11.26', '30.11.26', '4.000,00', 'USD'],
  ['Search', 'Holiday gifts: generic', 'Sales', '16.11.26', '24.12.26', '16.000,00', 'USD'],
  ['Search', 'Holiday gifts: brand', 'Sales', '16.11.26', '31.12.26', '6.000,00', 'USD'],
  ['Search', 'Performance Max: gifts', 'Sales', '23.11.26', '24.12.26', '12.000,00', 'USD'],
  ['Video', 'Unboxing stories', 'Traffic', '23.11.26', '20.12.26', '8.400,00', 'USD'],
  ['Video', 'Creators: gifts', 'Sales', '23.11.26', '20.12.26', '6.000,00', 'USD'],
  ['Video', 'Last shipping day', 'Sales', '18.12.26', '14.12.26', '3.000,00', 'USD'],
  ['Professional', 'Corporate gifting', 'Leads', '16.11.26', '11.12.26', '9.000,00', 'USD'],
  ['Professional', 'HR managers: gifts', 'Leads', '16.11.26', '11.12.26', '200,00', 'USD'],
  ['', 'Summe', '', '', '', '92.200,00', ''],
  ['Social', 'ホリデー：新規顧客', 'Sales', '23.11.26', '24.12.26', '1.800.000', 'JPY'],
  ['Search', 'ギフト：指名', 'Sales', '23.11.26', '24.12.26', '900.000', 'JPY'],
  ['Search', 'ギフト：一般', 'Sales', '23.11.26', '24.12.26', '1.100.000', 'JPY'],
  ['Video', '年末ムービー', 'Awareness', '01.12.26', '28.12.26', '500.000', 'JPY'],
];

const PROBLEMS: readonly SheetProblem[] = [
  { cell: 'Plan!E13', level: 'stop', kind: 'value', message: 'Ends 14 Dec, before it starts on 18 Dec.' },
  {
    cell: 'Plan!F15',
    level: 'stop',
    kind: 'value',
    message: '$7.69 a day; Professional wants at least $10.00, so $260.00 in 26 days.',
    repair: '260,00',
  },
  { cell: 'Plan!G20', level: 'stop', kind: 'connection', message: 'No Video account in JPY is connected.' },
  {
    cell: 'Plan!B8',
    level: 'look',
    kind: 'exists',
    message: 'Exists already in Acme, paused since 9 Nov: it would be changed, not made again.',
  },
];

const money = (amount: string, currency: string) => ({ amount, currency });

/** The lines of the picture, over and over with names of their own up to so many; one of them alone has no problem. */
function exampleContent(rows: number = LINES.length): MediaPlanContent {
  const lines = Array.from({ length: rows }, (_, at): Line => {
    const [channel, name, ...rest] = LINES[at % LINES.length]!;
    return [channel, at < LINES.length ? name : `${name} ${at}`, ...rest];
  });
  const problems = PROBLEMS.flatMap((problem) => {
    const row = Number(/\d+$/.exec(problem.cell)![0]) - FIRST_ROW - 2;
    const repeats = Array.from({ length: Math.ceil(rows / LINES.length) }, (_, at) => row + at * LINES.length);
    return repeats
      .filter((at) => at < rows)
      .map((at) => ({ ...problem, cell: problem.cell.replace(/\d+$/, String(at + FIRST_ROW + 2)) }));
  });
  const out = new Set(problems.flatMap(({ cell, level }) => (level === 'stop' ? Number(/\d+$/.exec(cell)![0]) : [])));
  const changed = new Set(
    problems.flatMap(({ cell, level }) => (level === 'look' ? Number(/\d+$/.exec(cell)![0]) : [])),
  );
  const planned = lines.flatMap((line, at): PlannedRow[] =>
    line[0] === '' ? [] : [rowOf(line, at + FIRST_ROW + 2, { out, changed })],
  );
  const answer = answerOf(lines, planned, problems);
  return {
    cells: { tab: 'Plan', firstRow: FIRST_ROW, firstColumn: 0, shown: [HEADS, ...lines] },
    request: { spreadsheet_id: 'sheet_holiday', range: answer.sheet.range, limit: 100 },
    answer,
    members: planned.filter(({ fate }) => fate === 'make' || fate === 'change').map(memberOf),
  };
}

function answerOf(lines: readonly Line[], planned: PlannedRow[], problems: SheetProblem[]): SheetPlan {
  return {
    sheet: {
      spreadsheet_id: 'sheet_holiday',
      range: `Plan!A4:G${lines.length + FIRST_ROW + 1}`,
      name: 'Holiday 2026 media plan.xlsx',
    },
    mapping: (['channel', 'campaign', 'objective', 'start', 'end', 'budget_total', 'currency'] as const).map(
      (meaning, at) => ({
        column: 'ABCDEFG'[at]!,
        head: HEADS[at]!,
        meaning,
        found: 'head',
        ...(meaning === 'start' && { written: 'days 31.12.26' }),
        ...(meaning === 'budget_total' && { written: 'numbers 1.234,56' }),
      }),
    ),
    rows: planned,
    more_rows: 0,
    skipped: [
      { row: FIRST_ROW + 1, kind: 'heads' },
      ...lines.flatMap(([channel], at) => (channel === '' ? [{ row: at + FIRST_ROW + 2, kind: 'sum' as const }] : [])),
    ],
    problems,
    sums: [
      {
        currency: 'USD',
        planned: money('89000.00', 'USD'),
        rows: 9,
        in_sheet: money('92200.00', 'USD'),
        why: 'Sheet sums $92,200.00: $3,200.00 stay out',
      },
      { currency: 'USD', channel: 'search', planned: money('34000.00', 'USD'), rows: 3 },
      { currency: 'USD', channel: 'social', planned: money('31600.00', 'USD'), rows: 3 },
      { currency: 'USD', channel: 'video', planned: money('14400.00', 'USD'), rows: 2 },
      { currency: 'USD', channel: 'professional', planned: money('9000.00', 'USD'), rows: 1 },
      { currency: 'JPY', planned: money('3800000', 'JPY'), rows: 3 },
      { currency: 'JPY', channel: 'search', planned: money('2000000', 'JPY'), rows: 2 },
      { currency: 'JPY', channel: 'social', planned: money('1800000', 'JPY'), rows: 1 },
    ],
    running: [
      {
        currency: 'USD',
        adds_a_day: money('2905.30', 'USD'),
        headroom: money('1260.00', 'USD'),
        words: 'Running all of it would add $2,905.30 a day; $1,260.00 is left in USD, so switching on will ask again.',
      },
    ],
    taken_out: [],
    notes: [],
  };
}

interface Fates {
  out: ReadonlySet<number>;
  changed: ReadonlySet<number>;
}

function rowOf([channel, name, , , , budget, currency]: Line, row: number, { out, changed }: Fates): PlannedRow {
  return {
    rows: [row],
    fate: out.has(row) ? 'out' : changed.has(row) ? 'change' : 'make',
    channel: channel.toLowerCase(),
    account: `${channel.toLowerCase()} ${currency}`,
    campaign: { name },
    budget: { ...money(budget.replaceAll('.', '').replace(',', '.'), currency), per: 'total' },
    start: '2026-11-23',
    end: '2026-12-24',
    groups: Array.from({ length: 1 + (row % 3) }, (_, at) => ({ name: `Group ${at + 1}`, ads: 3 })),
    ...(changed.has(row) && {
      difference: { budget: { from: money('12000.00', currency), to: money('16000.00', currency) } },
    }),
    platform_checked: true,
  };
}

function memberOf(
  { rows, fate, channel, account, campaign, budget, groups }: PlannedRow,
  position: number,
): MediaPlanMember {
  return {
    position,
    rows,
    kind: fate === 'change' ? 'change' : 'make',
    channel: channel!,
    account: account!,
    campaign: {
      account: account!,
      currency: budget!.currency,
      name: campaign.name,
      budget,
      groups: groups.map(({ name }) => ({
        name,
        keywords: [],
        countries: [],
        languages: [],
        audienceIds: [],
        ads: [],
        cells: {},
      })),
      cells: {},
    },
    calls: [],
  };
}

interface Example {
  organizationId: string;
  workspaceId: string;
  by: string;
  name?: string;
  rows?: number;
  /** Left out: nothing is to be made. */
  state?: 'planned' | 'waiting';
}

/** A media plan that nothing has read, for pages that only show what is kept. */
export async function keepExample({ plans, mediaPlans }: Pick<Home, 'plans' | 'mediaPlans'>, example: Example) {
  const { organizationId, workspaceId, by, name = 'Holiday 2026', rows, state } = example;
  const content = exampleContent(rows);
  const plan = state && (await plans.make(planOf(content, { organizationId, workspaceId, by, name, state })));
  const draft: NewMediaPlan = {
    workspaceId,
    spreadsheetId: 'sheet_holiday',
    tab: 'Plan',
    range: content.request.range,
    name,
    planId: plan?.id,
    content,
    createdBy: by,
  };
  return { plan: plan as Plan | undefined, mediaPlan: await mediaPlans.save(draft) };
}

function planOf(
  { members }: MediaPlanContent,
  { organizationId, workspaceId, by, name, state }: Example & { name: string; state: 'planned' | 'waiting' },
): Parameters<Home['plans']['make']>[0] {
  return {
    organizationId,
    workspaceId,
    channel: 'workspace',
    tool: 'plan_from_sheet',
    class: 'create',
    state,
    requester: by,
    reason: undefined,
    facts: {
      args: { name, number: crypto.randomUUID() },
      account: '',
      connection: undefined,
      schema: '',
      digest: '',
      request: { method: 'PLAN', path: name },
      difference: { campaigns: { from: 0, to: members.length } },
      objectName: name,
      platformChecked: false,
      cannotBeUndone: [],
      policyVersion: 0,
      approvalsNeeded: 1,
      bulk: bulkPlan(members),
    },
  };
}
