import { type ReactNode, useEffect, useState } from 'react';

/** Renders its children after a delay: a skeleton for content that arrives within 150 ms would only flicker. */
export function AfterDelay({ children, delayMs = 150 }: { children: ReactNode; delayMs?: number }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return due ? children : null;
}
