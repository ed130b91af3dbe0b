import type { Fields } from '../state/shapes.ts';

/** Words in an ad text for which a review rejects it. */
const FAULTS: readonly (readonly [RegExp, string, string])[] = [
  [
    /\b(guarantee[sd]?|garantiert|100 ?%)/i,
    'Exaggerated claims: the ad promises a result that cannot be proven.',
    'Remove absolute claims such as "guaranteed" from the ad text.',
  ],
  [
    /\b(cures?|heals?|miracle)\b/i,
    'Misleading health claims.',
    'Remove statements about curing or healing from the ad text.',
  ],
];

export interface Rejection {
  reason: string;
  suggestion: string;
  text: string;
}

/** What a later review gives as its reason. */
const TAKEN_BACK = {
  reason: 'Misleading content: the ad does not match its landing page.',
  suggestion: 'Change the ad or its landing page so that both say the same.',
};

export function rejectionOf({ creative, rejected }: { creative: Fields; rejected?: boolean }): Rejection | undefined {
  const text = String(creative.ad_text ?? '');
  if (rejected) return { ...TAKEN_BACK, text };
  const fault = FAULTS.find(([words]) => words.test(text));
  return fault && { reason: fault[1], suggestion: fault[2], text };
}
