import { useEffect, useState } from 'react';

const ARMED_MS = 10_000;
/** The second press of a double click is no decision. */
const DEAF_MS = 400;

/** Arm, then confirm: armed for ten seconds, and deaf for the first moment. */
export function useArming() {
  const [state, setState] = useState<'safe' | 'deaf' | 'armed'>('safe');
  const isArmed = state !== 'safe';
  useEffect(() => {
    if (!isArmed) return;
    const hears = setTimeout(() => setState('armed'), DEAF_MS);
    const runsOut = setTimeout(() => setState('safe'), ARMED_MS);
    return () => {
      clearTimeout(hears);
      clearTimeout(runsOut);
    };
  }, [isArmed]);
  return {
    isArmed,
    /** A press counts. */
    hears: state === 'armed',
    arm: () => setState((now) => (now === 'safe' ? 'deaf' : now)),
    disarm: () => setState('safe'),
  };
}
