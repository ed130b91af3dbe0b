import type { MediaPlan } from '../api/media-plans.ts';
import { plural, wholeCount } from '../format/number.ts';

/** What is made new is paused; what runs already keeps its status. */
export function pausedWords({ make, change }: { make: number; change: number }): string {
  if (change === 0) return 'all paused';
  return make > 0 ? 'new ones paused' : 'only changed';
}

/** `3 rows stay out, 1 to look at`; empty where nothing is wrong. */
export function problemWords({ problems, rows }: Pick<MediaPlan, 'problems' | 'rows'>): string {
  const out = rows.filter(({ fate }) => fate === 'out').reduce((sum, row) => sum + row.rows.length, 0);
  const stops = problems.filter(({ level }) => level === 'stop').length;
  const looks = problems.length - stops;
  return [
    out > 0 && `${plural(out, 'row')} ${out === 1 ? 'stays' : 'stay'} out`,
    out === 0 && stops > 0 && plural(stops, 'stop'),
    looks > 0 && `${wholeCount(looks)} to look at`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}
