import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MONITOR_KINDS, type MonitorSpec, type OwnRule } from '../../tools/monitor-desk.ts';
import { defaultsOf } from './defaults.ts';
import { FIGURE_RULES, type FigureKind, judgeDay, judgeSpan } from './figure-rules.ts';
import { campaignOf, type Figures, steady } from './hand-made-days.testing.ts';
import { KnownDays, numberOfDay } from './known-days.ts';
import { firesWhen } from './rule-words.ts';
import { thresholdProblems } from './threshold-problems.ts';

const DAY = '2026-11-11';
type Given = Parameters<typeof campaignOf>[1];
const judged = (
  kind: FigureKind,
  days: (Figures & { first?: Figures })[],
  given: Given = {},
  spec: Partial<MonitorSpec> = {},
) => judgeDay({ action: 'notify', ...spec, kind }, campaignOf(days, given), DAY);

const usual = { cost: 280, impressions: 20_000, clicks: 400, conversions: 14 };
const nothing = { cost: 0, impressions: 0, clicks: 0, conversions: 0 };
const untracked = { ...usual, conversions: 0 };

describe('conversions stopped', () => {
  test('fires after two full days that spent, and says the median', () => {
    expect(judged('conversions_stopped', [...steady(60, usual), untracked, untracked])).toMatchObject({
      state: 'firing',
      severity: 'critical',
      sentence: '0 conversions for 2 full days; the median was 14 a day.',
      figures: { since: '2026-11-10' },
    });
    expect(judged('conversions_stopped', [...steady(60, usual), untracked]).state).toBe('quiet');
  });

  test('is quiet where nothing was spent, and where there were never many', () => {
    expect(judged('conversions_stopped', [...steady(60, usual), nothing, nothing]).state).toBe('quiet');
    const few = { ...usual, conversions: 3 };
    expect(judged('conversions_stopped', [...steady(60, few), untracked, untracked, untracked]).state).toBe('quiet');
    expect(judged('conversions_stopped', [...steady(10, usual), untracked, untracked]).state).toBe('no_verdict');
  });

  test('says what the platform does not tell, and needs ten a day to be sure', () => {
    const on = (day: Figures) => judged('conversions_stopped', [...steady(60, usual), day]);
    expect(on({ ...untracked, conversions: null })).toMatchObject({
      ...{ state: 'no_verdict', sentence: 'The platform does not tell conversions.' },
    });
    expect(on({ ...untracked, cost: null })).toMatchObject({
      ...{ state: 'no_verdict', sentence: 'The platform does not tell what was spent.' },
    });
    const nine = { ...usual, conversions: 9 };
    expect(judged('conversions_stopped', [...steady(60, nine), untracked, untracked])).toMatchObject({
      ...{ state: 'quiet', sentence: expect.stringContaining('below the 10 that are needed') },
    });
  });

  test('expects of less spending that it brings less, and counts no day on whose spending nothing is told', () => {
    const little = { ...untracked, cost: 28 };
    expect(judged('conversions_stopped', [...steady(60, usual), little, little]).state).toBe('quiet');
    const untold = { ...untracked, cost: null };
    const days = [...steady(60, usual), untracked, untold, untracked];
    expect(judged('conversions_stopped', days)).toMatchObject({ state: 'quiet', figures: { full_days: 1 } });
  });

  test('knows weekends that never convert', () => {
    // Saturdays and Sundays spend without a conversion; the last day is a Sunday.
    const days = Array.from({ length: 70 }, (_, index) => (index % 7 >= 5 ? untracked : usual));
    const series = campaignOf(days, { until: '2026-11-08' });
    const verdicts = judgeSpan({ kind: 'conversions_stopped', action: 'notify' }, series, '2026-10-20', '2026-11-08');
    expect(verdicts.filter(({ state }) => state === 'firing')).toEqual([]);
  });

  test('compares days of one age: what was said first of the days before, not what came in later', () => {
    const late = { ...usual, conversions: 14, first: { ...usual, conversions: 1 } };
    expect(judged('conversions_stopped', [...steady(60, late), untracked, untracked]).state).toBe('quiet');
    // Filled in later, the days before are complete; a third full day is waited for where few are usual.
    const filled = { account: { readDailySince: DAY } };
    const eleven = { ...usual, conversions: 11 };
    expect(judged('conversions_stopped', [...steady(60, eleven), untracked, untracked], filled).state).toBe('quiet');
    expect(judged('conversions_stopped', [...steady(60, eleven), untracked, untracked, untracked], filled).state).toBe(
      'firing',
    );
  });

  test('a conversion that came in late takes the alarm back; a test of the monitor says what was known then', () => {
    const days = [...steady(60, usual), untracked, { ...untracked, conversions: 2, first: untracked }];
    expect(judged('conversions_stopped', days).state).toBe('quiet');
    const spec = { kind: 'conversions_stopped', action: 'notify' } as const;
    expect(judgeSpan(spec, campaignOf(days), DAY, DAY)[0]!.state).toBe('firing');
  });
});

describe('cost per conversion', () => {
  const busy = { cost: 800, impressions: 50_000, clicks: 1_000, conversions: 40 };
  test('fires from 1.5 times, and is critical from twice', () => {
    expect(judged('cpa_drift', [...steady(40, busy), ...steady(7, { ...busy, cost: 1_240 })])).toMatchObject({
      state: 'firing',
      severity: 'warning',
      sentence: 'A conversion cost $31.00 in the last 7 days, 1.55 × the usual $20.00.',
    });
    expect(judged('cpa_drift', [...steady(40, busy), ...steady(7, { ...busy, cost: 1_640 })]).severity).toBe(
      'critical',
    );
    expect(judged('cpa_drift', [...steady(40, busy), ...steady(7, { ...busy, cost: 1_180 })]).state).toBe('quiet');
  });

  test('takes conversions that still come in into account', () => {
    const soon = { ...busy, conversions: 25 };
    const filled = { account: { readDailySince: '2026-11-05' } };
    expect(judged('cpa_drift', [...steady(40, busy), ...steady(7, soon)], filled)).toMatchObject({
      state: 'quiet',
      sentence: expect.stringContaining('still come in'),
    });
    const late = { ...busy, first: soon };
    expect(judged('cpa_drift', [...steady(40, late), ...steady(7, soon)]).state).toBe('quiet');
    expect(judged('cpa_drift', [...steady(40, late), ...steady(7, { ...busy, conversions: 8 })]).state).toBe('firing');
  });

  test('has no verdict on few conversions, without a baseline, and with a hole in the week', () => {
    const few = { ...usual, conversions: 1 };
    expect(judged('cpa_drift', [...steady(40, few), ...steady(7, { ...few, cost: 900 })])).toMatchObject({
      state: 'no_verdict',
      sentence: '28 conversions in the four weeks before; 30 are needed.',
    });
    const two = { ...usual, conversions: 2 };
    expect(judged('cpa_drift', [...steady(40, two), ...steady(7, few)])).toMatchObject({
      state: 'no_verdict',
      sentence: expect.stringContaining('14 conversions would be usual by now, too few to tell it from chance'),
    });
    expect(judged('cpa_drift', steady(12, busy)).state).toBe('no_verdict');
    expect(judged('cpa_drift', [...steady(45, busy), { ...busy, conversions: null }, busy]).state).toBe('no_verdict');
    expect(judged('cpa_drift', [...steady(40, busy), ...steady(7, nothing)]).state).toBe('quiet');
  });
});

describe('click rate', () => {
  test('fires at half, critical at three tenths, never on a handful of clicks', () => {
    const at = (clicks: number) => judged('ctr_drop', [...steady(40, usual), { ...usual, clicks }]);
    expect(at(200)).toMatchObject({
      state: 'firing',
      severity: 'warning',
      sentence: 'CTR 1 % on Wed 11 Nov, 0.5 × the usual 2 %.',
    });
    expect(at(100).severity).toBe('critical');
    expect(at(201).state).toBe('quiet');
    const few = { ...usual, impressions: 1_000, clicks: 10 };
    expect(judged('ctr_drop', [...steady(40, few), { ...few, clicks: 4 }]).state).toBe('no_verdict');
    expect(judged('ctr_drop', [...steady(40, usual), { ...usual, impressions: 999, clicks: 0 }]).state).toBe(
      'no_verdict',
    );
    const clicked = steady(40, { ...usual, clicks: 2_000 });
    for (const impressions of [0, 999])
      expect(judged('ctr_drop', [...clicked, { ...usual, impressions, clicks: 0 }])).toMatchObject({
        state: 'no_verdict',
        sentence: `${impressions} impressions on Wed 11 Nov; 1000 are needed.`,
      });
    expect(judged('ctr_drop', [...steady(40, { ...usual, clicks: 0 }), usual]).state).toBe('no_verdict');
    expect(judged('ctr_drop', [...steady(6, usual), { ...usual, clicks: 100 }]).state).toBe('no_verdict');
    expect(judged('ctr_drop', [...steady(7, usual), { ...usual, clicks: 100 }]).state).toBe('firing');
    // A handful of impressions, most of them clicked, says nothing about what is usual.
    const handful = { ...usual, impressions: 50, clicks: 40 };
    expect(judged('ctr_drop', [...steady(20, usual), ...steady(20, handful), usual]).state).toBe('quiet');
  });
});

test.each([
  ['ctr_drop', { ...usual, clicks: null }, 'no_verdict', 'The platform does not tell clicks.'],
  ['ctr_drop', { ...usual, impressions: null }, 'no_verdict', 'The platform does not tell clicks.'],
  ['spend_spike', nothing, 'quiet', 'Nothing was spent on Wed 11 Nov.'],
  ['own', usual, 'no_verdict', 'The monitor has no rule.'],
] as const)('%s of %j: %s, %s', (kind, day, state, sentence) => {
  expect(judged(kind, [...steady(60, usual), day])).toMatchObject({ state, sentence });
});

test('a day that has not ended is not judged, and the platform says why where it has fallen behind', () => {
  const tomorrow = (account = {}) =>
    judgeDay({ kind: 'ctr_drop', action: 'notify' }, campaignOf(steady(60, usual), { account }), '2026-11-12');
  expect(tomorrow()).toMatchObject({
    state: 'no_verdict',
    sentence: 'Thu 12 Nov has not ended, or the platform has not counted it to the end.',
  });
  expect(tomorrow({ notFresh: 'It is two days behind.' }).sentence).toBe('It is two days behind.');
});

describe('no delivery', () => {
  test('fires on a full day without impressions, not on a campaign that is off, new, or never on at that weekday', () => {
    expect(judged('zero_delivery', [...steady(40, usual), nothing])).toMatchObject({
      state: 'firing',
      severity: 'critical',
      sentence: '0 impressions for 1 full day; 20,000 would be usual.',
    });
    const off = { campaign: { isLive: false, status: 'PAUSED', liveSince: undefined } };
    expect(judged('zero_delivery', [...steady(40, usual), nothing], off)).toMatchObject({ state: 'quiet' });
    const again = { campaign: { liveSince: DAY } };
    expect(judged('zero_delivery', [...steady(20, usual), ...steady(20, nothing)], again).state).toBe('quiet');
    const weekdays = Array.from({ length: 43 }, (_, index) => ((42 - index) % 7 === 0 ? nothing : usual));
    expect(judged('zero_delivery', weekdays).state).toBe('quiet');
  });

  test('finds a launch that never showed anything, from the first full day', () => {
    const since = (liveSince: string) => judged('zero_delivery', steady(40, nothing), { campaign: { liveSince } });
    expect(since(DAY).state).toBe('quiet');
    expect(since('2026-11-10')).toMatchObject({
      state: 'firing',
      sentence: expect.stringContaining('since it was switched on'),
    });
    expect(since('2026-09-01').state).toBe('quiet');
    const weekend = campaignOf(steady(40, nothing), { until: '2026-11-08', campaign: { liveSince: '2026-11-06' } });
    expect(judgeDay({ kind: 'zero_delivery', action: 'notify' }, weekend, '2026-11-08').state).toBe('no_verdict');
  });

  test('of earlier days it cannot tell whether a campaign was on that is off now', () => {
    const off = { campaign: { isLive: false, status: 'PAUSED', liveSince: undefined } };
    const series = campaignOf([...steady(40, usual), nothing, nothing], off);
    expect(judgeDay({ kind: 'zero_delivery', action: 'notify' }, series, '2026-11-10').state).toBe('no_verdict');
    expect(judgeDay({ kind: 'zero_delivery', action: 'notify' }, series, DAY).state).toBe('quiet');
  });

  test('fires after three days though no day of theirs can be compared', () => {
    const launch = (zero: number) => [...steady(30, nothing), usual, usual, ...steady(zero, nothing)];
    const long = { campaign: { liveSince: '2026-09-01' } };
    expect(judged('zero_delivery', launch(2), long).state).toBe('no_verdict');
    expect(judged('zero_delivery', launch(3), long).state).toBe('firing');
  });

  test('waits where days without any are usual, and adds them up', () => {
    const tiny = { ...usual, impressions: 6 };
    expect(judged('zero_delivery', [...steady(40, tiny), nothing]).state).toBe('quiet');
    expect(judged('zero_delivery', [...steady(40, tiny), ...steady(4, nothing)]).state).toBe('firing');
  });

  test('finds a collapse of nine tenths, with enough to compare', () => {
    const fallen = { ...usual, impressions: 2_000 };
    expect(judged('zero_delivery', [...steady(40, usual), fallen])).toMatchObject({
      state: 'firing',
      severity: 'warning',
    });
    expect(judged('zero_delivery', [...steady(40, usual), { ...usual, impressions: 2_001 }]).state).toBe('quiet');
    expect(judged('zero_delivery', [...steady(12, usual), fallen]).state).toBe('quiet');
    const small = { ...usual, impressions: 900 };
    expect(judged('zero_delivery', [...steady(40, small), { ...usual, impressions: 5 }]).state).toBe('quiet');
  });

  test('a budget for the whole run that is spent is no fault', () => {
    const budget = { amount: '11200', currency: 'USD', period: 'LIFETIME' } as const;
    expect(judged('zero_delivery', [...steady(40, usual), nothing], { campaign: { budget } }).state).toBe('quiet');
    const none = { ...budget, amount: '0' };
    expect(judged('zero_delivery', [...steady(40, usual), nothing], { campaign: { budget: none } }).state).toBe(
      'firing',
    );
  });
});

describe('a budget for the whole run', () => {
  const lifetime = (amount: string, more = {}) => ({
    campaign: { budget: { amount, currency: 'USD', period: 'LIFETIME' as const, ...more } },
  });
  const run = [...steady(10, nothing), ...steady(9, { ...usual, cost: '100.10' })];
  test('fires at nine tenths, critical when it is gone', () => {
    expect(judged('budget_nearly_gone', run, lifetime('1000'))).toMatchObject({
      state: 'firing',
      severity: 'warning',
      sentence: '$900.90 of $1,000.00 spent, 90 %.',
    });
    expect(judged('budget_nearly_gone', run, lifetime('900')).severity).toBe('critical');
    expect(judged('budget_nearly_gone', run, lifetime('1001.01')).state).toBe('quiet');
    const off = { campaign: { ...lifetime('900').campaign, isLive: false, status: 'PAUSED' } };
    expect(judged('budget_nearly_gone', run, off).state).toBe('quiet');
  });

  test('says so where it cannot know all that was spent', () => {
    expect(judged('budget_nearly_gone', run.slice(10), lifetime('5000')).state).toBe('no_verdict');
    expect(judged('budget_nearly_gone', run, lifetime('5000', { shared: true })).state).toBe('no_verdict');
    expect(judged('budget_nearly_gone', run, lifetime('5000', { currency: 'EUR' })).state).toBe('no_verdict');
    expect(
      judged('budget_nearly_gone', run, { campaign: { budget: { amount: '5', currency: 'USD', period: 'DAILY' } } })
        .state,
    ).toBe('quiet');
    expect(judged('budget_nearly_gone', run).state).toBe('quiet');
  });
});

describe('an own rule', () => {
  const own = (rule: Partial<OwnRule>): OwnRule => ({
    metric: 'cost',
    level: 'campaign',
    comparison: 'above',
    value: '100',
    window_days: 1,
    ...rule,
  });
  const by = (rule: Partial<OwnRule>, days: Figures[] = [usual], given: Given = {}) =>
    judged('own', days, given, { own: own({ currency: 'USD', ...rule }) });

  test('compares a sum of days, exactly', () => {
    expect(by({ value: '279.99' })).toMatchObject({
      state: 'firing',
      sentence: 'cost $280.00 on Wed 11 Nov, above $279.99.',
      figures: { value: { amount: '280.00', currency: 'USD' } },
    });
    expect(by({ value: '280' }).state).toBe('quiet');
    expect(by({ value: '839.99', window_days: 3 }, steady(3, usual)).state).toBe('firing');
    expect(by({ value: '1', window_days: 3 }, steady(2, usual)).state).toBe('no_verdict');
    expect(by({ currency: 'EUR' })).toMatchObject({ state: 'no_verdict' });
  });

  test('divides sums, and takes money that bought nothing as at least that dear', () => {
    const dear = (value: string, conversions: number) =>
      by({ metric: 'cost_per_conversion', value }, [{ ...usual, conversions }]).state;
    expect(dear('19.99', 14)).toBe('firing');
    expect(dear('20', 14)).toBe('quiet');
    expect(dear('100', 0)).toBe('firing');
    expect(dear('300', 0)).toBe('quiet');
    const cheap = { metric: 'cost_per_conversion', comparison: 'below', value: '300' } as const;
    expect(by(cheap, [{ ...usual, conversions: 0 }]).state).toBe('quiet');
    // A third is above its first six decimals.
    const third = { metric: 'cost_per_conversion', value: '3.333333' };
    expect(by(third, [{ ...usual, cost: 10, conversions: 3 }]).state).toBe('firing');
    expect(by({ metric: 'ctr', comparison: 'below', value: '0.0201' }).state).toBe('firing');
    expect(by({ metric: 'ctr', comparison: 'below', value: '0.02' }).state).toBe('quiet');
    expect(by({ metric: 'ctr', comparison: 'below', value: '1' }, [nothing]).state).toBe('no_verdict');
  });

  test('does not call a campaign low that is off or new', () => {
    const below = { metric: 'clicks', comparison: 'below', value: '5' } as const;
    expect(by(below, [nothing]).state).toBe('firing');
    expect(by(below, [nothing], { campaign: { isLive: false } }).state).toBe('quiet');
    expect(by({ ...below, window_days: 2 }, steady(2, nothing), { campaign: { liveSince: DAY } }).state).toBe(
      'no_verdict',
    );
  });
});

test('a day that is missing moves no other', () => {
  const { days, ...series } = campaignOf([1, 2, 3, 4].map((cost) => ({ cost })));
  const known = new KnownDays({ ...series, days: days.filter((_, at) => at !== 1) });
  const costs = [8, 9, 10, 11].map((day) =>
    known.value(numberOfDay(`2026-11-${String(day).padStart(2, '0')}`), 'cost'),
  );
  expect(costs).toEqual([1_000_000n, undefined, 3_000_000n, 4_000_000n]);
});

test('no figures of any kind make a rule throw, or put a number that is none into a verdict', () => {
  const figure = fc.option(fc.integer({ min: -5, max: 10 ** 9 }));
  const day = fc.record({ cost: figure, impressions: figure, clicks: figure, conversions: figure });
  const kinds = fc.constantFrom(...(Object.keys(FIGURE_RULES) as FigureKind[]));
  const own: OwnRule = { metric: 'roas', level: 'campaign', comparison: 'below', value: '1.5', window_days: 7 };
  fc.assert(
    fc.property(kinds, fc.array(day, { maxLength: 90 }), fc.boolean(), (kind, days, isLive) => {
      const budget = { amount: '500', currency: 'USD', period: 'LIFETIME' } as const;
      const verdict = judged(kind, days, { campaign: { isLive, budget } }, { own });
      for (const value of [verdict.value, verdict.threshold, verdict.usual]) {
        expect(value === null || Number.isFinite(value)).toBe(true);
      }
      expect(verdict.sentence).not.toMatch(/NaN|Infinity|undefined|null/);
      expect(() => JSON.stringify(verdict)).not.toThrow();
    }),
    // Conversions that were taken back.
    { examples: [['conversions_stopped', [{ cost: 1, impressions: null, clicks: null, conversions: -1 }], false]] },
  );
});

test('fewer clicks never take a drop back, and more impressions never bring one', () => {
  const count = fc.integer({ min: 0, max: 2_000 });
  fc.assert(
    fc.property(count, count, (clicks, more) => {
      const at = (value: number) => judged('ctr_drop', [...steady(40, usual), { ...usual, clicks: value }]).state;
      return at(clicks + more) !== 'firing' || at(clicks) === 'firing';
    }),
  );
});

test('every kind has words, and the published defaults are in them', () => {
  expect(MONITOR_KINDS.filter((kind) => firesWhen({ kind, own: undefined }).length < 5)).toEqual([]);
  expect(firesWhen({ kind: 'spend_spike' })).toBe('> 2 × same weekday, 4 weeks');
  expect(firesWhen({ kind: 'zero_delivery' })).toMatch(/^0 impressions on a full day, or −90 %/);
  expect(firesWhen({ kind: 'cpa_drift', thresholds: { times: 3, critical_times: 4 } })).toMatch(/≥ 3 × .*critical 4 ×/);
  const own: OwnRule = {
    metric: 'cost',
    level: 'account',
    comparison: 'above',
    value: '50',
    currency: 'EUR',
    window_days: 7,
  };
  expect(firesWhen({ kind: 'own', own })).toBe('cost above 50 EUR over 7 days, by account');
  expect(defaultsOf('overspend')).toEqual({ percent: 10, from_day: 5 });
});

test('thresholds that do not fit are refused by name, with those that do', () => {
  const own: OwnRule = { metric: 'cost', level: 'campaign', comparison: 'above', value: '1', window_days: 1 };
  const fields = (spec: Parameters<typeof thresholdProblems>[0]) => thresholdProblems(spec).map(({ field }) => field);
  expect(thresholdProblems({ kind: 'spend_spike', thresholds: { percent: 5, hours: 2, times: 3 } })).toEqual([
    { field: 'thresholds.percent', message: 'spend_spike does not take it; it takes times, weeks' },
    { field: 'thresholds.hours', message: 'spend_spike does not take it; it takes times, weeks' },
  ]);
  expect(fields({ kind: 'spend_spike', thresholds: { times: 1 } })).toEqual(['thresholds.times']);
  expect(fields({ kind: 'ctr_drop', thresholds: { times: 0.2 } })).toEqual(['thresholds.critical_times']);
  expect(fields({ kind: 'cpa_drift', thresholds: { times: 3 } })).toEqual(['thresholds.critical_times']);
  expect(fields({ kind: 'zero_delivery', thresholds: { percent: 101 } })).toEqual(['thresholds.percent']);
  expect(fields({ kind: 'overspend', account: 'a', campaigns: ['c'] })).toEqual(['account', 'campaigns']);
  expect(fields({ kind: 'own', own })).toEqual(['own.currency']);
  expect(fields({ kind: 'own', own: { ...own, metric: 'ctr', currency: 'USD' } })).toEqual(['own.currency']);
  expect(fields({ kind: 'own', own: { ...own, metric: 'luck' } })).toEqual(['own.metric']);
  // No day of theirs is kept, so that they would never get a verdict.
  for (const metric of ['reach', 'frequency'])
    expect(fields({ kind: 'own', own: { ...own, metric } })).toEqual(['own.metric']);
  expect(fields({ kind: 'own', own: { ...own, level: 'account', currency: 'USD' }, campaigns: ['c'] })).toEqual([
    'campaigns',
  ]);
  expect(
    MONITOR_KINDS.filter((kind) => kind !== 'own' && fields({ kind, thresholds: defaultsOf(kind) }).length > 0),
  ).toEqual([]);
});
