/** What was spent on days that are over never changes, and nearly every list of a platform asks for it again. */

const KEPT_MAX = 20_000;
const kept = new Map<string, number>();

/** A sum over closed days, computed once for each `of`: which has to say everything that the sum depends on. */
export function closedSum(of: readonly unknown[], compute: () => number): number {
  const key = JSON.stringify(of);
  let sum = kept.get(key);
  if (sum === undefined) {
    if (kept.size >= KEPT_MAX) kept.clear();
    sum = compute();
    kept.set(key, sum);
  }
  return sum;
}
