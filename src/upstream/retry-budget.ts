import type { Ambient } from '../ambient.ts';

export interface RetryBudget {
  /** Counts a call that is no resending. */
  countCall(): void;
  /** Takes one resending from the budget, or says that there is none left. */
  spend(): boolean;
}

export interface RetryBudgetOptions {
  ambient: Ambient;
  /** Resendings for each call. */
  ratio: number;
  /** Always allowed, because a share of little traffic would round down to none. */
  resendsMin?: number;
  windowMs?: number;
}

const SLOTS = 10;

interface Slot {
  period: number;
  calls: number;
  resends: number;
}

/** Keeps our resending from multiplying an outage: a share of the calls within a sliding window. */
export function createRetryBudget(options: RetryBudgetOptions): RetryBudget {
  const { ambient, ratio, resendsMin = 10, windowMs = 60_000 } = options;
  const slotMs = windowMs / SLOTS;
  const slots: Slot[] = Array.from({ length: SLOTS }, () => ({ period: -1, calls: 0, resends: 0 }));
  const period = () => Math.floor(ambient.elapsedMs() / slotMs);

  function currentSlot(): Slot {
    const now = period();
    const slot = slots[now % SLOTS]!;
    if (slot.period !== now) Object.assign(slot, { period: now, calls: 0, resends: 0 });
    return slot;
  }

  function total(what: 'calls' | 'resends'): number {
    const oldest = period() - SLOTS;
    return slots.reduce((sum, slot) => (slot.period > oldest ? sum + slot[what] : sum), 0);
  }

  return {
    countCall() {
      currentSlot().calls++;
    },
    spend() {
      if (total('resends') >= Math.max(resendsMin, Math.floor(total('calls') * ratio))) return false;
      currentSlot().resends++;
      return true;
    },
  };
}
