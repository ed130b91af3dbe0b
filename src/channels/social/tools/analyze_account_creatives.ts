import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Money } from '../../../tools/money.ts';
import { type DateRange, periodArguments, periodProblems } from '../../../tools/report/period.ts';
import { askedDays } from '../../../tools/report/read-report.ts';
import { DIMENSIONS, type Dimension, findPatterns, type Group, IMPRESSIONS_MIN, ranked } from '../analysis/patterns.ts';
import { type Portrait, portraits } from '../analysis/portrait.ts';
import { readAccount } from '../analysis/read-account.ts';
import { recommend } from '../analysis/recommendations.ts';
import type { Interval } from '../analysis/statistics.ts';
import { channel } from '../channel.ts';
import { PRESET_ALIAS } from '../report/request.ts';
import { accountFacts } from '../report/source.ts';

const CREATIVES_MAX = 5000;
const SHOWN_MAX = 500;
const USUAL_RANGE: DateRange = 'LAST_90_DAYS';

const Numbered = z.looseObject({}).describe('With impressions, clicks, cost, ctr, ctr_interval, enough_data');

export default defineTool(channel, {
  name: 'analyze_account_creatives',
  title: 'Analyse creatives',
  description:
    'Compares the newest creatives of an account by form, format, button, text length and age over a period, with sample sizes and 95 % intervals; claims nothing on too small a sample, nor of creatives it did not look at.',
  toolset: 'analysis',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({
    limit: z.int().min(1).max(CREATIVES_MAX).default(50).describe('How many creatives, newest first'),
    ...periodArguments(USUAL_RANGE),
  }),
  aliases: { date_preset: PRESET_ALIAS },
  rules: periodProblems,
  output: z.object({
    summary: z
      .looseObject({ creatives: z.number(), counts: z.looseObject({}), cost: Money })
      .describe(
        'Also period, all_creatives (false: there are older ones), with_ads, with_impressions, impressions, clicks',
      ),
    patterns: z.array(
      z.object({
        dimension: z.string(),
        finding: z.string(),
        groups: z.array(Numbered),
      }),
    ),
    recommendations: z.array(
      z.object({ recommendation: z.string(), evidence: z.string(), creative_ids: z.array(z.string()).optional() }),
    ),
    creatives: z.array(z.looseObject({ id: z.string(), name: z.string() })).describe('Ranked, with the same numbers'),
    notes: z.array(z.string()),
  }),
  async run({ limit, ...asked }, { client, account, progress }) {
    const facts = await accountFacts(client, account);
    const platformNow = () => client.session.platformNow();
    const days = await askedDays(asked, { account: async () => facts, platformNow }, USUAL_RANGE);
    const { creatives, areAll, ads, rows } = await readAccount(client, account, { limit, days, progress });
    const all = portraits(creatives, ads, rows, platformNow());
    const patterns = findPatterns(all);
    const { code: currency, digits } = facts.currency;
    const money = (spend: number) => ({ amount: spend.toFixed(digits), currency });
    const shown = ranked(all);
    return {
      summary: {
        period: { ...days, time_zone: facts.timeZone },
        creatives: all.length,
        all_creatives: areAll,
        with_ads: all.filter((one) => one.ads > 0).length,
        with_impressions: all.filter((one) => one.impressions > 0).length,
        counts: Object.fromEntries((Object.keys(DIMENSIONS) as Dimension[]).map((name) => [name, countBy(all, name)])),
        cost: money(sum(all, 'spend')),
        impressions: sum(all, 'impressions'),
        clicks: sum(all, 'clicks'),
      },
      patterns: patterns.map(({ dimension, finding, groups }) => ({
        dimension,
        finding,
        groups: groups.map((group) => ({ ...numbersOf(group, money), value: group.value, creatives: group.creatives })),
      })),
      recommendations: recommend(all, patterns, (spend) => `${money(spend).amount} ${currency}`),
      creatives: shown.slice(0, SHOWN_MAX).map((one) => ({
        id: one.id,
        name: one.name,
        form: one.form,
        format: one.format,
        call_to_action: one.callToAction,
        text_length: one.textLength,
        age: one.age,
        ads: one.ads,
        ...numbersOf({ ...one, ctr: one.impressions > 0 ? one.clicks / one.impressions : null }, money),
      })),
      notes: [
        'Ranked by the lower end of the 95 % interval of the click rate. Differences are seen, not caused: audiences and placements differ too.',
        `Groups need enough creatives, and a creative ${IMPRESSIONS_MIN} impressions, before anything is claimed.`,
        ...(areAll ? [] : [`Only the newest ${all.length} creatives were looked at; a larger limit looks at more.`]),
        ...(shown.length > SHOWN_MAX
          ? [`The first ${SHOWN_MAX} of ${shown.length} creatives are shown; all were counted.`]
          : []),
      ],
    };
  },
});

type Counted = Pick<Group, 'impressions' | 'clicks' | 'spend' | 'ctr' | 'enough'> & { interval: Interval };

function numbersOf({ impressions, clicks, spend, ctr, interval, enough }: Counted, money: (spend: number) => Money) {
  const short = (rate: number) => Number(rate.toFixed(6));
  return {
    impressions,
    clicks,
    cost: money(spend),
    ctr: ctr === null ? null : short(ctr),
    ctr_interval: [short(interval.low), short(interval.high)],
    enough_data: enough,
  };
}

function countBy(all: readonly Portrait[], dimension: Dimension): Record<string, number> {
  const groups = Map.groupBy(all, (one) => String(one[DIMENSIONS[dimension]]));
  return Object.fromEntries([...groups].map(([value, members]) => [value, members.length]));
}

function sum(all: readonly Portrait[], field: 'spend' | 'impressions' | 'clicks'): number {
  return all.reduce((total, one) => total + one[field], 0);
}
