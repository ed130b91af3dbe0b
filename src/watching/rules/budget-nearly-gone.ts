import { type FigureRule, firing, noVerdict, quiet } from './figure-rule.ts';
import { timesOf } from './known-days.ts';
import { spentOfLifetime } from './lifetime-budget.ts';
import { moneyOf, moneyWords, percentWords } from './words.ts';

/** All that is kept: such a budget is spent over the whole run. */
const WHOLE_RUN_DAYS = 800;

/** A budget for the whole run is nearly spent. */
export const budgetNearlyGone: FigureRule = {
  daysBefore: () => WHOLE_RUN_DAYS,
  judge({ known, day, thresholds: { percent = 90 } }) {
    const { account, campaign } = known.series;
    if (campaign.budget === undefined) return quiet('It has no budget of its own.');
    if (campaign.budget.period !== 'LIFETIME') return quiet('It has a daily budget, which is new every day.');
    const left = spentOfLifetime(known, day);
    if (!left) {
      const { amount, currency } = campaign.budget;
      return noVerdict(`Its budget is ${amount} ${currency}; the account is in ${account.currency.code}.`);
    }
    const { budget, spent, isWhole } = left;
    const share = Number(spent) / Number(budget);
    const figures = {
      spent: moneyOf(spent, account.currency),
      budget: moneyOf(budget, account.currency),
      percent: Math.round(share * 1_000) / 10,
    };
    const chart = { value: spent, threshold: timesOf(budget, percent / 100) };
    const sentence = `${moneyWords(spent, account.currency)} of ${moneyWords(budget, account.currency)} spent, ${percentWords(share)}`;
    if (!campaign.isLive) return quiet(`${sentence}; it is not switched on (${campaign.status}).`, figures, chart);
    if (spent >= timesOf(budget, percent / 100)) {
      return firing(spent >= budget ? 'critical' : 'warning', `${sentence}.`, figures, chart);
    }
    if (isWhole) return quiet(`${sentence}.`, figures, chart);
    const why = campaign.budget.shared
      ? 'other campaigns spend from it too'
      : 'what it spent before the kept days is not known';
    return noVerdict(`At least ${sentence}; ${why}.`, figures, chart);
  },
};
