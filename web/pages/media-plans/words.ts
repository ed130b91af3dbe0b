import type { DecidedPlan, ListedMediaPlan, Meaning, MediaPlan, MemberProgress } from '../../api/media-plans.ts';
import { plural } from '../../format/number.ts';
import { dayWithYear } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import type { ShapeKind } from '../../parts/shape.tsx';
import { pausedWords as pausedByCount } from '../../parts/sheet-plan-words.ts';

/** What a column can be taken for, in the order in which plans have them. */
export const MEANINGS: Record<Meaning, string> = {
  channel: 'Channel',
  account: 'Account',
  campaign: 'Campaign name',
  container: 'Campaign group',
  objective: 'Objective',
  type: 'Campaign type',
  group: 'Ad group',
  ad: 'Ad name',
  start: 'Start',
  end: 'End',
  flight: 'Days, from and to',
  month: 'Month',
  period: 'Week or quarter',
  budget_total: 'Total budget',
  budget_daily: 'Daily budget',
  budget_type: 'Daily or total',
  currency: 'Currency',
  country: 'Countries',
  language: 'Languages',
  age: 'Age',
  gender: 'Gender',
  audience: 'Audiences',
  keywords: 'Keywords',
  bid: 'Bid',
  headline: 'Headline',
  text: 'Text',
  landing_page: 'Landing page',
  creative: 'Creative id',
  media: 'Media id',
  button: 'Button',
  note: 'Note',
  ignore: 'Not used',
};

export const MEANING_CHOICES = Object.entries(MEANINGS).map(([value, label]) => ({ value, label }));

/** Those whose cells are numbers, and stand right as in the sheet. */
export const NUMERIC: readonly Meaning[] = ['budget_total', 'budget_daily', 'month', 'period', 'bid'];

export const SKIPPED: Record<MediaPlan['skipped'][number]['kind'], string> = {
  blank: 'blank',
  sum: 'sum, skipped',
  section: 'section, skipped',
  note: 'note, skipped',
  heads: 'heads',
  outside: 'outside the plan, skipped',
};

/** What groups of a campaign are called there. */
const GROUPS: Record<string, [one: string, many: string]> = {
  social: ['ad set', 'ad sets'],
  search: ['group', 'groups'],
  video: ['ad group', 'ad groups'],
  professional: ['campaign', 'campaigns'],
};

/** `2 groups, 6 ads`. */
export function partsOf(channel: string | undefined, groups: readonly { ads: number }[]): string {
  const ads = groups.reduce((sum, group) => sum + group.ads, 0);
  const [one, many] = GROUPS[channel ?? ''] ?? ['group', 'groups'];
  // A campaign there that holds itself alone is not counted again.
  const isItself = channel === 'professional' && groups.length === 1;
  const parts = [...(isItself ? [] : [plural(groups.length, one, many)]), ...(ads > 0 ? [plural(ads, 'ad')] : [])];
  return parts.join(', ') || 'no ads';
}

/** A value of a field; days as people write them. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? dayWithYear(value) : shortValue(value);

interface Words {
  shape: ShapeKind;
  word: string;
}

export const MEMBERS: Record<MemberProgress['state'], Words> = {
  waiting: { shape: 'scheduled', word: 'Waiting' },
  applying: { shape: 'learning', word: 'Being made' },
  made: { shape: 'done', word: 'Made' },
  failed: { shape: 'rejected', word: 'Failed' },
  unknown: { shape: 'unknown', word: 'Unknown' },
  stale: { shape: 'limited', word: 'Moved' },
};

export const STATES: Record<DecidedPlan['state'], Words> = {
  planned: { shape: 'scheduled', word: 'Checked' },
  waiting: { shape: 'scheduled', word: 'Waits for a yes' },
  scheduled: { shape: 'scheduled', word: 'Scheduled' },
  approved: { shape: 'learning', word: 'Approved' },
  applying: { shape: 'learning', word: 'Being made' },
  applied: { shape: 'done', word: 'Made, paused' },
  failed: { shape: 'rejected', word: 'Failed' },
  unknown: { shape: 'unknown', word: 'Unknown' },
  stale: { shape: 'limited', word: 'Stale' },
  rejected: { shape: 'refused', word: 'Rejected' },
  expired: { shape: 'ended', word: 'Lapsed' },
  withdrawn: { shape: 'refused', word: 'Withdrawn' },
};

/** How far it has come: by its campaigns where some were not made, else by the decision. */
export function stateOf({ state, members }: Pick<ListedMediaPlan, 'state' | 'members'>): Words {
  if (state === null) return { shape: 'ended', word: 'Nothing to make' };
  const { made = 0, failed = 0, unknown = 0 } = members;
  const words = STATES[state];
  if (state === 'applying') return { ...words, word: `Being made, ${made} so far` };
  if (unknown > 0) return { shape: 'unknown', word: `${unknown} unknown, ${made} made` };
  if (failed > 0) return { shape: 'rejected', word: `${failed} failed, ${made} made` };
  return words;
}

/** `12 of 15`; with nothing left out only `12`. */
export function howMany({ rows, members }: Pick<MediaPlan, 'rows' | 'members'>): string {
  const all = members.length + rows.filter(({ fate }) => fate === 'out').length;
  return all === members.length ? String(members.length) : `${members.length} of ${all}`;
}

/** What is made new is paused; what runs already keeps its status. */
export function pausedWords({ members }: Pick<MediaPlan, 'members'>): string {
  const make = members.filter(({ kind }) => kind === 'make').length;
  return pausedByCount({ make, change: members.length - make });
}

/** `7 of 7 columns found by their heads`. */
export function foundWords({ mapping }: Pick<MediaPlan, 'mapping'>): string {
  const used = mapping.filter(({ head, meaning }) => head !== '' || meaning !== null);
  const byHead = used.filter(({ found }) => found === 'head').length;
  const rest = (['values', 'remembered', 'given'] as const).flatMap((how) => {
    const count = used.filter(({ found }) => found === how).length;
    return count > 0 ? [`${count} ${HOW[how]}`] : [];
  });
  return [`${byHead} of ${plural(used.length, 'column')} found by their heads`, ...rest].join(', ');
}

const HOW = { values: 'by their values', remembered: 'remembered', given: 'given' } as const;

/** `numbers 1.234,56 · days 31.12.2026`: each way of writing once; why it was read so stands at its column. */
export const writtenWords = ({ mapping }: Pick<MediaPlan, 'mapping'>): string[] => [
  ...new Set(mapping.flatMap(({ written }) => written?.split(/[;,] /)[0] ?? [])),
];
