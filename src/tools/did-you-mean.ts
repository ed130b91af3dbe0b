const spelt = (word: string) =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** The one word that is the same but for case, spaces and hyphens: `paused`, `Last 7 days`. */
export function meantWord(word: string, words: readonly string[]): string | undefined {
  const [wanted, first] = [spelt(word), word.trim().charAt(0).toLowerCase()];
  const alike = words.filter((known) => known.charAt(0).toLowerCase() === first && spelt(known) === wanted);
  return alike.length === 1 ? alike[0] : undefined;
}

/** The known word nearest to a misspelt one, when it is near enough to be what was meant. */
export function nearest(word: string, all: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const meant = meantBy(word.toLowerCase(), all)[0];
  if (meant) return meant;
  const known = all.filter((candidate) => takesAway(candidate) === takesAway(word));
  // `campaign_type` where there is a plain `type`.
  const plain = known.find(
    (candidate) => word.length > candidate.length && word.toLowerCase().endsWith(`_${candidate}`),
  );
  if (plain) return plain;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    if (!isLikeInParts(word, candidate)) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Never suggests an including argument for an excluding one, or the reverse. */
function takesAway(name: string): boolean {
  return /(^|_)(exclu|negativ|remov|without)/i.test(name);
}

/** Names of as many parts are compared part by part: `campaign_type` is no misspelt `campaign_ids`. */
function isLikeInParts(word: string, candidate: string): boolean {
  const [parts, others] = [word.toLowerCase().split('_'), candidate.toLowerCase().split('_')];
  if (parts.length === 1 || parts.length !== others.length) return true;
  return parts.every((part, at) => editDistance(part, others[at]!, 3) < 3);
}

/** Words of the trade and of other interfaces for what is called otherwise here; no distance between letters finds them. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  spend: ['cost'],
  cpa: ['cost_per_conversion'],
  cost_per_acquisition: ['cost_per_conversion'],
  cvr: ['conversion_rate'],
  revenue: ['conversion_value'],
  sales: ['conversion_value', 'conversions'],
  purchases: ['conversions'],
  return_on_ad_spend: ['roas'],
  views: ['video_views'],
  dry_run: ['preview'],
  validate_only: ['preview'],
  page_size: ['limit'],
  max_results: ['limit'],
  page: ['cursor'],
  page_token: ['cursor'],
  name: ['name_contains'],
  query: ['name_contains'],
  search: ['name_contains'],
  sort_by: ['order_by'],
  date_preset: ['date_range'],
  budget: ['daily_budget', 'daily_budget_amount'],
  end_date: ['end_time', 'run_schedule_end'],
  end_time: ['end_date'],
  start_date: ['start_time', 'run_schedule_start'],
  start_time: ['start_date'],
};

function meantBy(word: string, known: readonly string[]): readonly string[] {
  return (Object.hasOwn(MEANT, word) ? MEANT[word]! : []).filter((name) => known.includes(name));
}

/** So many of the known words that one can see what there is, the nearest first; those that hold the word, or are held by it, lead. */
export function nearestFew(word: string, known: readonly string[], count = 5): string[] {
  const wanted = word.toLowerCase().slice(0, 64);
  const far = (candidate: string) => {
    const name = candidate.toLowerCase();
    const holds = wanted.length > 2 && (name.includes(wanted) || wanted.includes(name));
    return editDistance(wanted, name, Number.POSITIVE_INFINITY) - (holds ? 100 : 0);
  };
  const near = known
    .map((candidate) => [far(candidate), candidate] as const)
    .sort(([a], [b]) => a - b)
    .map(([, candidate]) => candidate);
  return [...new Set([...meantBy(wanted, known), ...near])].slice(0, count);
}

/** More names than these are not read in a sentence. */
const NAMED_MAX = 20;

/** What a value has to be one of, as far as a sentence can say it. */
export function oneOf(word: string, known: readonly string[]): string {
  return known.length <= NAMED_MAX
    ? `must be one of: ${known.join(', ')}`
    : `is none of the ${known.length} values there are; the nearest are ${nearestFew(word, known).join(', ')} (the tool's input schema has all)`;
}

function editDistance(a: string, b: string, giveUpAt: number): number {
  if (Math.abs(a.length - b.length) >= giveUpAt) return giveUpAt;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution);
    }
    previous = current;
  }
  return previous[b.length] ?? giveUpAt;
}
