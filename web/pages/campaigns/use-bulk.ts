import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { money } from '../../format/money.ts';
import { problemOf } from '../../parts/problem-of.ts';
import type { Planned } from './bulk-plan.ts';
import { sendChange } from './use-change.ts';

export type RowOutcome =
  | { state: 'waiting' | 'sending' }
  /** Read back from the platform. */
  | { state: 'done'; words: string }
  | { state: 'failed' | 'unknown'; words: string };

/** Each call waits for its platform; a few at a time are quick without using up the person's points at once. */
const AT_ONCE = 3;

/** Sends the changes one by one and keeps the outcome of each. */
export function useBulk() {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, RowOutcome>>(new Map());
  const [sending, setSending] = useState(false);
  const halted = useRef(false);
  const put = (key: string, outcome: RowOutcome) => setOutcomes((before) => new Map(before).set(key, outcome));
  const send = async (planned: readonly Planned[]) => {
    const rest = [...planned];
    halted.current = false;
    setSending(true);
    setOutcomes((before) => new Map([...before, ...rest.map(({ campaign }) => [campaign.key, WAITING] as const)]));
    const work = async () => {
      while (!halted.current && rest.length > 0) {
        const next = rest.shift()!;
        put(next.campaign.key, { state: 'sending' });
        put(next.campaign.key, await sent(next));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setSending(false);
    void queries.invalidateQueries({ queryKey: ['campaigns'] });
    void queries.invalidateQueries({ queryKey: ['campaigns listed'] });
  };
  const halt = () => {
    halted.current = true;
  };
  return { outcomes, sending, send, halt };
}

const WAITING: RowOutcome = { state: 'waiting' };

async function sent({ campaign, change, after }: Planned): Promise<RowOutcome> {
  try {
    const { applied } = await sendChange(campaign, change);
    return { state: 'done', words: `${after}${otherStart(campaign.budget, change, applied)}` };
  } catch (error) {
    const { text, unknown } = problemOf(error as Error, '');
    return { state: unknown ? 'unknown' : 'failed', words: String(text) };
  }
}

/** A budget that somebody changed after it was shown here was overwritten: the row says from which value. */
function otherStart(
  budget: Planned['campaign']['budget'],
  change: Planned['change'],
  applied: Record<string, { from: unknown }>,
): string {
  if (!budget || !('budget' in change)) return '';
  const from = Object.values(applied)
    .map((one) => one.from)
    .map((one) => (typeof one === 'object' && one !== null && 'amount' in one ? one.amount : one))
    .find((one) => Number.isFinite(Number(one)));
  if (from === undefined || Number(from) === Number(budget.amount)) return '';
  return `; it was ${money(String(from), budget.currency)} by then, not ${money(budget.amount, budget.currency)}`;
}
