/**
 * What arguments of one meaning are called in other channels. Each keeps the word of its platform and answers to these too,
 * so that what was learnt in one channel works in the next.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  account_id: ['customer_id', 'advertiser_id'],
  customer_id: ['account_id', 'advertiser_id'],
  advertiser_id: ['account_id', 'customer_id'],
  campaign_name: ['name'],
  ad_group_name: ['name'],
  ad_name: ['name'],
  keyword: ['query'],
  query: ['keyword'],
  effective_status: ['status'],
  objective: ['objective_type'],
  objective_type: ['objective'],
  daily_budget_amount: ['daily_budget'],
  total_budget_amount: ['lifetime_budget'],
  run_schedule_start: ['start_time'],
  run_schedule_end: ['end_time'],
  segments: ['breakdowns', 'dimensions'],
  against: ['compare_to'],
  compare_to: ['against'],
  origin_audience_id: ['source_audience_id'],
  source_audience_id: ['origin_audience_id'],
  retention_days: ['membership_days'],
  membership_days: ['retention_days'],
};

/** The other names of arguments, each with the one it stands for: those of other channels, and `campaign_id` for `campaign_ids`. */
export function otherNames(names: readonly string[]): Record<string, string> {
  const others = names.flatMap((name) =>
    [...(ELSEWHERE[name] ?? []), ...(name.endsWith('_ids') ? [name.slice(0, -1)] : [])].map((other) => [other, name]),
  );
  return Object.fromEntries(others.filter(([other]) => !names.includes(other!)));
}
