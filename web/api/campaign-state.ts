import type { ShapeKind } from '../parts/shape.tsx';

export interface CampaignState {
  /** The value that the status filter compares with. */
  value: 'active' | 'limited' | 'rejected' | 'learning' | 'paused' | 'scheduled' | 'ended' | 'archived' | 'unknown';
  shape: ShapeKind;
  text: string;
}

const SHAPES: Record<CampaignState['value'], ShapeKind> = {
  active: 'active',
  limited: 'limited',
  rejected: 'rejected',
  learning: 'learning',
  paused: 'paused',
  scheduled: 'scheduled',
  ended: 'ended',
  archived: 'ended',
  unknown: 'unknown',
};

/** Maps the status names of all four platforms to ours; the first pattern that matches wins. */
const WORDS: readonly [RegExp, CampaignState['value']][] = [
  [/ARCHIVED|REMOVED|DELETED?|CANCELED/, 'archived'],
  [/NOT_DELIVERING|LIMITED|BUDGET_EXCEED|WITH_ISSUES|ACCOUNT_|BALANCE/, 'limited'],
  [/DISAPPROVED|REJECT|DENY|DENIED/, 'rejected'],
  [/LEARNING/, 'learning'],
  [/PENDING|NOT_START|SCHEDULED|DRAFT|IN_PROCESS|IN_REVIEW|AUDIT/, 'scheduled'],
  [/ENDED|COMPLETED|FINISHED|TIME_DONE/, 'ended'],
  [/PAUSED|DISABLED?$/, 'paused'],
  [/ACTIVE|ENABLED?$|ELIGIBLE|DELIVER|SERVING/, 'active'],
];

const kindOf = (word: string): CampaignState['value'] =>
  WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'unknown';

const sentence = (word: string): string => {
  const text = word
    .replace(/^(CAMPAIGN|AD_?GROUP|ADGROUP|AD)_STATUS_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The campaign's own status; if it is active but does not run, the reason in `detail` instead. */
export function stateOf(status: string, detail?: string): CampaignState {
  const set = kindOf(status);
  const told = detail ? kindOf(detail) : undefined;
  if (set === 'active' && detail && told && told !== 'active' && told !== 'unknown') {
    return { value: told, shape: SHAPES[told], text: sentence(detail) };
  }
  const text = set === 'unknown' ? sentence(status) : sentence(set);
  return { value: set, shape: SHAPES[set], text };
}
