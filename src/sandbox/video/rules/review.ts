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

export function rejectionOf({ ad_text }: Fields): Rejection | undefined {
  const text = String(ad_text ?? '');
  const fault = FAULTS.find(([words]) => words.test(text));
  return fault && { reason: fault[1], suggestion: fault[2], text };
}
