import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../src/ambient.ts';
import {
  type MediaPlanning,
  PLAN_OBJECTIVES,
  type PlannedAd,
  type PlannedBudget,
  type PlannedCampaign,
  type PlannedGroup,
  type PlanningContext,
  type PlanObjective,
  type RunningCampaign,
} from '../src/tools/media-planning.ts';
import { dayIn } from '../src/tools/report/period.ts';
import { cellsOf, plannedCampaign, plannedGroup, runPlanned } from './planned-calls.ts';
import type { Sandboxed } from './sandboxed.ts';
import { seed, times } from './seed.ts';

/** An account in which campaigns of media plans are made. */
export interface PlanningAccount<Client> {
  client: Client;
  account: string;
  currency: string;
  zone: string;
  now: number;
  where: Record<string, unknown>;
  defaults: Record<string, unknown>;
  /** Major units for a dollar. */
  perDollar: number;
  countries: string[];
  /** Cells for media that a plan may hold, the first one always right. */
  media: string[];
  audiences: string[];
}

export interface PlanningTerms<Client> {
  sandbox: Sandboxed;
  planning: MediaPlanning<Client>;
  open(currency: 'USD' | 'JPY'): Promise<PlanningAccount<Client>>;
  /** What shows that an object was made switched off. */
  paused: string;
  campaignTool: string;
  groupTool: string;
  groupArgument: string;
}

export function planningSuite<Client>(terms: PlanningTerms<Client>) {
  const { planning, paused } = terms;
  const { call } = terms.sandbox;
  const accounts = new Map<string, PlanningAccount<Client>>();
  let names = 0;

  beforeAll(async () => {
    for (const currency of ['USD', 'JPY'] as const) accounts.set(currency, await terms.open(currency));
  });

  const account = (currency: string) => accounts.get(currency)!;
  const day = ({ zone, now }: PlanningAccount<Client>, after: number) => dayIn(zone, now + after * DAY_MS);
  const context = (of: PlanningAccount<Client>, more: object = {}): PlanningContext => ({
    defaults: planning.defaults.parse({ ...of.defaults, ...more }),
    today: day(of, 0),
    zone: of.zone,
  });
  const budget = (of: PlanningAccount<Client>, dollars: number, per: PlannedBudget['per']): PlannedBudget => ({
    amount: String(dollars * of.perDollar),
    currency: of.currency,
    per,
  });

  function wanted(
    of: PlanningAccount<Client>,
    given: Partial<PlannedCampaign> & { objective: PlanObjective },
  ): PlannedCampaign {
    names += 1;
    const { countries } = of;
    const groups = given.groups ?? [
      plannedGroup({ name: 'Near', countries, languages: ['en'], ages: { from: 25, to: 44 }, genders: 'women' }),
      plannedGroup({ name: 'Far', countries, ads: [plannedAd(of)] }),
    ];
    return plannedCampaign({ account: of.account, currency: of.currency, name: `Planned ${names}`, ...given, groups });
  }

  async function make(of: PlanningAccount<Client>, campaign: PlannedCampaign) {
    const { calls, problems } = planning.creating(campaign, context(of));
    expect(problems.filter(({ level }) => level === 'stop')).toEqual([]);
    const replies = await runPlanned(call, calls, of.where);
    for (const [key, reply] of replies)
      if (!key.startsWith('creative')) expect(JSON.stringify(reply), key).toContain(paused);
    return replies;
  }

  async function found(of: PlanningAccount<Client>, name: string): Promise<RunningCampaign> {
    const all = await planning.running(of.client, of.account, new AbortController().signal);
    return all.find((one) => one.name === name)!;
  }

  const differing = (of: PlanningAccount<Client>, running: RunningCampaign, campaign: PlannedCampaign) =>
    planning.changing(running, campaign, context(of));

  madeAndReadBack({ account, wanted, day, budget, make, found, differing });
  changedFieldByField(terms, { account, wanted, day, budget, make, found, differing, context });
  addedAndStopped(terms, { account, wanted, day, budget, make, found, differing });
  anyPlan(terms, { account, day, found, differing, context });
  return { account, wanted, day, budget, make, found, differing, context };
}

// biome-ignore lint/suspicious/noExplicitAny: the pieces of the suite above, handed on whole
type Pieces = Record<string, any>;

export function plannedAd(of: { media: string[] }, given: Partial<PlannedAd> = {}): PlannedAd {
  const said = {
    name: 'Ad',
    headlines: [],
    texts: ['The lightest boots of the year.'],
    landingPage: 'https://acme.example/boots',
    mediaId: of.media[0],
    button: 'Learn more',
    ...given,
  };
  return { ...said, cells: cellsOf(said) };
}

const KINDS = (['day', 'total'] as const).flatMap((per) =>
  (['campaign', 'groups'] as const).map((holder) => ({ per, holder })),
);

function madeAndReadBack({ account, wanted, day, budget, make, found, differing }: Pieces): void {
  test.for(['USD', 'JPY'].flatMap((currency) => PLAN_OBJECTIVES.map((objective) => ({ currency, objective }))))(
    'made paused and read back as it was planned: $objective in $currency',
    async ({ currency, objective }) => {
      const of = account(currency);
      for (const { per, holder } of KINDS) {
        const campaign = wanted(of, { objective, start: day(of, 2), end: day(of, 20) });
        const planned: PlannedCampaign =
          holder === 'campaign'
            ? { ...campaign, budget: budget(of, 100, per), cells: { ...campaign.cells, budget: 'Plan!F7' } }
            : {
                ...campaign,
                groups: campaign.groups.map((group: PlannedGroup, at: number) => ({
                  ...group,
                  budget: budget(of, 600 + at, per),
                  cells: { ...group.cells, budget: `Plan!F${7 + at}` },
                })),
              };
        await make(of, planned);
        const running = await found(of, campaign.name);
        expect(running).toMatchObject({ status: 'paused', objective, start: day(of, 2), end: day(of, 20) });
        expect(running.groups.map(({ name, ads }: { name: string; ads: number }) => [name, ads]).sort()).toEqual([
          ['Far', 1],
          ['Near', 0],
        ]);
        expect(differing(of, running, planned)).toEqual({ calls: [], problems: [] });
      }
    },
  );
}

function changedFieldByField<Client>(terms: PlanningTerms<Client>, pieces: Pieces): void {
  const { account, wanted, day, budget, make, found, differing } = pieces;
  const { call } = terms.sandbox;

  test('one changed field is one call with that difference, and then nothing differs', async () => {
    const of = account('USD');
    const first = wanted(of, {
      objective: 'traffic',
      budget: budget(of, 80, 'day'),
      start: day(of, 2),
      end: day(of, 9),
    });
    await make(of, first);
    let plan: PlannedCampaign = first;
    const held = { amount: '80.00', currency: 'USD', per: 'day' };
    const more = { ...held, amount: '95.50' };
    const [near, far] = first.groups as [PlannedGroup, PlannedGroup];
    const later = { ...near, end: day(of, 12), cells: { ...near.cells, end: 'Plan!E7' } };
    const steps: [Partial<PlannedCampaign>, string, object][] = [
      [{ name: `${first.name} B` }, terms.campaignTool, { name: { from: first.name, to: `${first.name} B` } }],
      [{ budget: more as PlannedBudget }, terms.campaignTool, { budget: { from: held, to: more } }],
      [{ groups: [later, far] }, terms.groupTool, { 'groups.0.end': { from: day(of, 9), to: day(of, 12) } }],
    ];
    for (const [step, tool, difference] of steps) {
      const running = await found(of, plan.name);
      plan = { ...plan, ...step };
      const { calls, problems } = differing(of, running, plan);
      expect(problems).toEqual([]);
      expect(calls).toEqual([expect.objectContaining({ tool, difference })]);
      await runPlanned(call, calls, of.where);
      expect(differing(of, await found(of, plan.name), plan)).toEqual({ calls: [], problems: [] });
    }
    const both = differing(of, await found(of, plan.name), {
      ...plan,
      start: day(of, 3),
      name: ` ${plan.name} `,
      budget: { ...plan.budget!, amount: '95.500' },
    });
    expect(both.problems).toEqual([]);
    expect(both.calls.map(({ tool, difference }: { tool: string; difference: object }) => [tool, difference])).toEqual([
      [terms.groupTool, { start: { from: day(of, 2), to: day(of, 3) } }],
      [terms.groupTool, { start: { from: day(of, 2), to: day(of, 3) } }],
    ]);
  });
}

function addedAndStopped<Client>(terms: PlanningTerms<Client>, pieces: Pieces): void {
  const { account, wanted, day, budget, make, found, differing } = pieces;
  const { call } = terms.sandbox;

  test('groups that are missing are made with their ads, and what cannot change stops', async () => {
    const of = account('USD');
    const campaign = wanted(of, { objective: 'traffic', budget: budget(of, 80, 'day') });
    await make(of, campaign);
    const running = await found(of, campaign.name);
    const third = plannedGroup({ name: 'Third', countries: of.countries, ads: [plannedAd(of)] });
    const wider = { ...campaign, groups: [...campaign.groups, third] };
    const added = differing(of, running, wider);
    expect(added.calls.map(({ key, level }: { key: string; level: string }) => [key, level])).toEqual([
      ['group 3', 'group'],
      ...(terms.campaignTool === 'update_social_campaign' ? [['creative 3.1', 'part']] : []),
      ['ad 3.1', 'ad'],
    ]);
    await runPlanned(call, added.calls, of.where);
    expect(differing(of, await found(of, campaign.name), wider)).toEqual({ calls: [], problems: [] });
    const unnamed = plannedGroup({ name: campaign.name, countries: of.countries, cells: {} });
    expect(differing(of, running, { ...campaign, groups: [unnamed] })).toEqual({ calls: [], problems: [] });
    const fields = (changed: Partial<PlannedCampaign>) =>
      differing(of, running, { ...campaign, ...changed }).problems.map(
        ({ field, level }: { field: string; level: string }) => [field, level],
      );
    expect(fields({ objective: 'sales' })).toEqual([['objective', 'stop']]);
    expect(fields({ budget: budget(of, 900, 'total') })).toEqual([['budget', 'stop']]);
    const own = campaign.groups.map((group: PlannedGroup) => ({
      ...group,
      budget: budget(of, 60, 'day'),
      cells: { ...group.cells, budget: 'Plan!F7' },
    }));
    expect(fields({ budget: undefined, groups: own })).toEqual([
      ['groups.0.budget', 'stop'],
      ['groups.1.budget', 'stop'],
    ]);
    expect(fields({ start: day(of, 4), cells: { ...campaign.cells, start: 'Plan!D7' } })).toEqual([['start', 'stop']]);
    expect(fields({ start: day(of, -4), cells: { ...campaign.cells, start: 'Plan!D7' } })).toEqual([['start', 'look']]);
  });
}

/** Some of a list, in its order. */
const some = <T>(list: readonly T[]) => fc.subarray([...list], { minLength: 0 });

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];
/** Mostly what is usual, sometimes what is not. */
const usual = <T>(usuals: readonly T[], others: readonly T[]) =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usuals) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const AGES = usual<PlannedGroup['ages']>(
  [undefined, { from: 18 }, { from: 25, to: 44 }, { from: 18, to: 65 }, { from: 35, to: 54 }],
  [{ from: 12 }, { from: 13, to: 24 }, { from: 21, to: 60 }, { from: 25, to: 70 }],
);
const AMOUNT = usual(['5000', '20000', '64000', '123456'], ['0.5', '20', '49', '75.5', '300', '1250', '5000.255']);

function anyAd(of: { media: string[] }): fc.Arbitrary<PlannedAd> {
  return fc
    .record({
      creativeId: usual([undefined], ['no such', '12 34']),
      mediaId: usual<string | undefined>(of.media.slice(0, 1), [undefined, 'nothing', ...of.media]),
      headlines: fc.constantFrom([], ['Walk far'], ['Walk far', 'Walk on']),
      texts: usual<string[]>([['Light boots.'], ['Light boots.', 'Others']], [[]]),
      landingPage: usual<string | undefined>(['https://acme.example/boots'], [undefined]),
      button: usual<string | undefined>(
        [undefined, 'Shop now', 'SIGN_UP'],
        ['Call now', 'View profile', 'Ring the bell'],
      ),
    })
    .map((given) => plannedAd(of, given));
}

function anyGroup<Client>(of: PlanningAccount<Client>, places: readonly string[]): fc.Arbitrary<PlannedGroup> {
  return fc
    .record({
      countries: fc.oneof({ weight: 5, arbitrary: fc.constant(of.countries) }, some(places)),
      languages: some(LANGUAGES),
      ages: AGES,
      genders: fc.option(fc.constantFrom('all' as const, 'women' as const, 'men' as const), { nil: undefined }),
      audienceIds: fc.oneof({ weight: 12, arbitrary: some(of.audiences) }, fc.constant(['everyone'])),
      ads: fc.array(anyAd(of), { maxLength: 2 }),
    })
    .map((given) => plannedGroup(given as Partial<PlannedGroup>));
}

interface Drawn {
  objective: PlanObjective;
  per: PlannedBudget['per'];
  shared: boolean;
  bids: (string | undefined)[];
  amounts: string[];
  start: number | undefined;
  length: number | undefined;
  groups: PlannedGroup[];
  declared: object;
}

const PLACES = ['US', 'DE', 'FR', 'GB', 'JP', 'BR', 'ID', 'CA'];

function anyDrawn<Client>(of: PlanningAccount<Client>): fc.Arbitrary<Drawn> {
  return fc.record({
    objective: fc.constantFrom(...PLAN_OBJECTIVES),
    per: fc.constantFrom('day' as const, 'total' as const),
    shared: fc.boolean(),
    bids: usual<(string | undefined)[]>(
      [
        [undefined, undefined],
        ['3', '3'],
      ],
      [
        ['0.255', '1'],
        ['40', undefined],
        ['700', '700'],
      ],
    ),
    amounts: fc.array(AMOUNT, { minLength: 2, maxLength: 2 }),
    start: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    length: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
    groups: fc.array(anyGroup(of, PLACES), { minLength: 1, maxLength: 2 }),
    declared: fc.constantFrom({}, { dsa_payor: 'Acme', dsa_beneficiary: 'Acme' }),
  });
}

function drawnCampaign<Client>(
  { account, currency }: PlanningAccount<Client>,
  name: string,
  { objective, per, shared, bids, amounts, start, length, groups }: Drawn,
  day: (after: number) => string,
): PlannedCampaign {
  const money = (at: number): PlannedBudget => ({ amount: amounts[at]!, currency, per });
  return plannedCampaign({
    account,
    currency,
    name,
    objective,
    budget: shared ? money(0) : undefined,
    start: start === undefined ? undefined : day(start),
    end: length === undefined ? undefined : day((start ?? 0) + length),
    groups: groups.map((group, at) => ({
      ...group,
      name: `Group ${at}`,
      bid: bids[at],
      ...(!shared && { budget: money(at) }),
      cells: { ...group.cells, name: 'Plan!B7', ...(!shared && { budget: 'Plan!F7' }) },
    })),
  });
}

function anyPlan<Client>(terms: PlanningTerms<Client>, { account, day, found, differing, context }: Pieces): void {
  const { planning, sandbox } = terms;
  const title = 'any plan in %s stops before it is sent, or is made as a whole';
  test.for(['USD', 'JPY'])(title, { timeout: 400_000 }, async (currency) => {
    const of = account(currency) as PlanningAccount<Client>;
    const least = await planning.leastDailyBudget(of.client, of.account, new AbortController().signal);
    let [tried, whole] = [0, 0];
    const property = fc.asyncProperty(anyDrawn(of), async (drawn) => {
      tried += 1;
      const campaign = drawnCampaign(of, `Any ${tried}`, drawn, (after) => day(of, after));
      const known = 'dsa_payor' in planning.defaults.shape ? drawn.declared : {};
      const { calls, problems } = planning.creating(campaign, context(of, known));
      if (problems.some(({ level }) => level === 'stop')) return;
      // What is under the account's least is told by whoever checks the sheet.
      const days = drawn.per === 'total' ? (drawn.length ?? 0) + 2 : 1;
      if (drawn.amounts.some((amount) => Number(amount) < Number(least?.amount ?? 0) * days)) return;
      await runPlanned(sandbox.call, calls, of.where);
      whole += 1;
      expect(differing(of, await found(of, campaign.name), campaign)).toEqual({ calls: [], problems: [] });
    });
    await fc.assert(property, { seed, numRuns: times(300), endOnFailure: true });
    expect(whole).toBeGreaterThan(0);
  });
}
