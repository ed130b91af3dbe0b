import type { Ambient } from '../ambient.ts';

/** The time one call may take, all its attempts and waits together. */
export interface Deadline {
  /** Aborts when the time is up and when the caller goes away. */
  readonly signal: AbortSignal;
  /** True when it was the caller who stopped the call. */
  readonly cancelled: boolean;
  remainingMs(): number;
  close(): void;
}

export function openDeadline(ambient: Ambient, deadlineMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  const endsAt = ambient.elapsedMs() + deadlineMs;
  let cancelled = false;
  const cancel = () => {
    cancelled = !controller.signal.aborted;
    controller.abort(caller.reason);
  };
  const timer = setTimeout(() => controller.abort(), deadlineMs);
  caller.addEventListener('abort', cancel, { once: true });
  if (caller.aborted) cancel();
  return {
    signal: controller.signal,
    get cancelled() {
      return cancelled;
    },
    remainingMs: () => endsAt - ambient.elapsedMs(),
    close() {
      clearTimeout(timer);
      caller.removeEventListener('abort', cancel);
    },
  };
}
