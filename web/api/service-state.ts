import { useSyncExternalStore } from 'react';

let answers = true;
const listeners = new Set<() => void>();

/** Whether the last request to the service was answered by it. */
export function noteAnswer(isAnswered: boolean): void {
  if (answers === isAnswered) return;
  answers = isAnswered;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useServiceAnswers = (): boolean => useSyncExternalStore(subscribe, () => answers);

/** Asks an address that needs no session and touches nothing. */
export const isServiceBack = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
