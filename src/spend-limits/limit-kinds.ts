/** `step` and `day_step` are in per cent: how much one budget may grow in a change, and in 24 hours. */
export const LIMIT_KINDS = ['daily', 'worst_day', 'month', 'single', 'step', 'day_step'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

export function isPercent(kind: LimitKind): boolean {
  return kind === 'step' || kind === 'day_step';
}

/** A limit to set; `amount` null: to remove. */
export interface LimitChange {
  kind: LimitKind;
  currency: string;
  amount: string | null;
}
