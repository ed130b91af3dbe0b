import type { Problem } from '../../errors.ts';
import { isMoney, VOCABULARY } from '../../reports/vocabulary.ts';
import type { MonitorSpec, OwnRule } from '../../tools/monitor-desk.ts';
import { notBoth } from '../../tools/rules.ts';
import { defaultsOf, thresholdsOf } from './defaults.ts';

/** People and shares of them: two days may count the same person, so the daily history keeps none and nothing could be judged. */
const NOT_KEPT = ['reach', 'frequency'];
const JUDGED = VOCABULARY.names.filter((name) => !NOT_KEPT.includes(name));

type Spec = Pick<MonitorSpec, 'kind' | 'account' | 'campaigns' | 'thresholds' | 'own'>;

/** What of a monitor's rule does not fit its kind, all at once. */
export function thresholdProblems(spec: Spec): Problem[] {
  return [...planProblems(spec), ...notTaken(spec), ...valueProblems(spec), ...ownProblems(spec)];
}

/** The rows of a budget plan say themselves what they are about. */
function planProblems(spec: Spec): Problem[] {
  const { kind } = spec;
  if (kind !== 'overspend') return [];
  return [...notBoth(spec, { kind }, 'account'), ...notBoth(spec, { kind }, 'campaigns')];
}

function notTaken({ kind, thresholds = {} }: Spec): Problem[] {
  const taken = Object.keys(defaultsOf(kind));
  const given = Object.entries(thresholds).filter(([name, value]) => value !== undefined && !taken.includes(name));
  const takes = taken.length > 0 ? `it takes ${taken.join(', ')}` : 'it takes none';
  return given.map(([name]) => ({ field: `thresholds.${name}`, message: `${kind} does not take it; ${takes}` }));
}

function valueProblems(spec: Spec): Problem[] {
  const { kind, thresholds } = spec;
  if (thresholds === undefined) return [];
  const { times, critical_times: critical, percent } = thresholdsOf(spec);
  const problems: Problem[] = [];
  const refuse = (name: string, message: string) => problems.push({ field: `thresholds.${name}`, message });
  const rises = kind === 'spend_spike' || kind === 'cpa_drift';
  if (rises && times !== undefined && times <= 1) refuse('times', 'must be above 1: what is usual would fire');
  if (kind === 'ctr_drop' && times !== undefined && times >= 1)
    refuse('times', 'must be below 1: what is usual would fire');
  if (kind === 'cpa_drift' && critical! < times!) refuse('critical_times', `must not be below times (${times})`);
  if (kind === 'ctr_drop' && critical! > times!) refuse('critical_times', `must not be above times (${times})`);
  const isShare = kind === 'zero_delivery' || kind === 'budget_nearly_gone';
  if (isShare && percent !== undefined && percent > 100) refuse('percent', 'must not be above 100');
  return problems;
}

function ownProblems({ kind, own, campaigns }: Spec): Problem[] {
  if (kind !== 'own' || own === undefined) return [];
  if (!JUDGED.includes(own.metric)) {
    const message = NOT_KEPT.includes(own.metric)
      ? `${own.metric} counts people, of whom no days are kept: it cannot be watched`
      : `there is no metric ${own.metric}`;
    return [{ field: 'own.metric', message, allowed_values: JUDGED }];
  }
  return [...moneyProblems(own), ...addedProblems(own, campaigns)];
}

function moneyProblems({ metric, currency }: OwnRule): Problem[] {
  if (isMoney(metric) && currency === undefined) {
    return [{ field: 'own.currency', message: `is required: ${metric} is money` }];
  }
  if (!isMoney(metric) && currency !== undefined) {
    return [{ field: 'own.currency', message: `cannot be combined with ${metric}, which is not money` }];
  }
  return [];
}

function addedProblems({ level }: OwnRule, campaigns: Spec['campaigns']): Problem[] {
  if (level !== 'account' || campaigns === undefined) return [];
  return [{ field: 'campaigns', message: 'cannot be combined with own.level account' }];
}
